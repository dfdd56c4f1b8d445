/**
 * The clients of an upstream server, one per session or caller of ours: opened with the first call, closed after a time without calls.
 *
 * Over a pipe or a WebSocket, each client is a connection of its own; for a program, a process of its own.
 */
import { ToolError } from '@sigil/core';

/** A client that one session or caller uses alone. */
export interface PooledClient {
  /** The number of calls in flight. */
  readonly inFlight: number;
  /** @param graceMs time that calls in flight may take to finish */
  close(graceMs: number): Promise<void>;
}

/** The largest number of clients, and the time that an idle client is kept. */
export interface PoolLimits {
  readonly most: number;
  readonly idleMs: number;
  /** Name of the limit in messages. */
  readonly limit: string;
}

interface Kept<Open extends PooledClient> {
  readonly client: Open;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class ClientPool<Key, Open extends PooledClient> {
  /** The clients, in the order of their last calls. */
  readonly #kept = new Map<Key, Kept<Open>>();
  #isClosed = false;

  constructor(private readonly limits: PoolLimits) {}

  /** @throws ToolError when every client has calls in flight and no more are allowed, or after `close` */
  of(key: Key, open: () => Open): Open {
    // A client opened now would never be closed.
    if (this.#isClosed) throw new ToolError('the upstream server is not served any more');
    const known = this.#kept.get(key);
    if (!known) this.#makeRoom();
    const client = known?.client ?? open();
    this.#keep(key, client);
    return client;
  }

  /** @param graceMs time that calls in flight may take to finish */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const { timer } of kept) clearTimeout(timer);
    await Promise.all(kept.map(({ client }) => client.close(graceMs)));
  }

  #keep(key: Key, client: Open): void {
    clearTimeout(this.#kept.get(key)?.timer);
    this.#kept.delete(key);
    const timer = setTimeout(() => this.#idle(key, client), this.limits.idleMs).unref();
    this.#kept.set(key, { client, timer });
  }

  #idle(key: Key, client: Open): void {
    if (client.inFlight > 0) this.#keep(key, client);
    else this.#drop(key);
  }

  #makeRoom(): void {
    const { most, limit } = this.limits;
    if (this.#kept.size < most) return;
    const unused = [...this.#kept].find(([, { client }]) => client.inFlight === 0);
    if (unused) return this.#drop(unused[0]);
    throw new ToolError(`too many clients use the upstream server (limit ${limit} of ${most})`);
  }

  #drop(key: Key): void {
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    clearTimeout(kept?.timer);
    void kept?.client.close(0);
  }
}
