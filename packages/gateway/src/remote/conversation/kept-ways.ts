/**
 * Ways to an upstream server, one per client or caller: opened with the first call, closed after a time without calls.
 *
 * Over a pipe or a WebSocket, each way is a connection of its own; for a program, a process of its own.
 */
import { ToolError } from '@sigil/core';

/** A client's or caller's own way to an upstream server. */
export interface Way {
  /** The number of calls in flight. */
  readonly inFlight: number;
  /** @param graceMs time that calls in flight may take to finish */
  close(graceMs: number): Promise<void>;
}

/** The largest number of ways, and the time that an idle way is kept. */
export interface WayLimits {
  readonly most: number;
  readonly idleMs: number;
  /** Name of the limit in messages. */
  readonly limit: string;
}

interface Kept<Open extends Way> {
  readonly way: Open;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class KeptWays<Key, Open extends Way> {
  /** The ways, in the order of their last calls. */
  readonly #kept = new Map<Key, Kept<Open>>();
  #isClosed = false;

  constructor(private readonly limits: WayLimits) {}

  /** @throws ToolError when every way has calls in flight and no more are allowed, or after `close` */
  of(key: Key, open: () => Open): Open {
    // A way opened now would never be closed.
    if (this.#isClosed) throw new ToolError('the upstream server is not served any more');
    const known = this.#kept.get(key);
    if (!known) this.#makeRoom();
    const way = known?.way ?? open();
    this.#keep(key, way);
    return way;
  }

  /** @param graceMs time that calls in flight may take to finish */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const { timer } of kept) clearTimeout(timer);
    await Promise.all(kept.map(({ way }) => way.close(graceMs)));
  }

  #keep(key: Key, way: Open): void {
    clearTimeout(this.#kept.get(key)?.timer);
    this.#kept.delete(key);
    const timer = setTimeout(() => this.#idle(key, way), this.limits.idleMs).unref();
    this.#kept.set(key, { way, timer });
  }

  #idle(key: Key, way: Open): void {
    if (way.inFlight > 0) this.#keep(key, way);
    else this.#drop(key);
  }

  #makeRoom(): void {
    const { most, limit } = this.limits;
    if (this.#kept.size < most) return;
    const unused = [...this.#kept].find(([, { way }]) => way.inFlight === 0);
    if (unused) return this.#drop(unused[0]);
    throw new ToolError(`too many clients use the upstream server (limit ${limit} of ${most})`);
  }

  #drop(key: Key): void {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    clearTimeout(kept?.timer);
    void kept?.way.close(0);
  }
}
