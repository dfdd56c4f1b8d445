/**
 * Sessions at a legacy upstream for one client each: opened at a client's first call, closed when it makes no calls any more.
 *
 * Over a pipe or a WebSocket a session is a connection of its own, and of a program a process.
 */
import { ToolError, type JsonObject } from '@sigil/core';
import type { Upstream } from './upstream.js';

/** How many there may be, and for how long one is kept without calls. */
export interface ClientSessionLimits {
  readonly maxClientSessions: number;
  readonly clientSessionIdleMs: number;
}

interface Kept {
  readonly upstream: Upstream;
  readonly timer: ReturnType<typeof setTimeout>;
}

export class ClientUpstreams {
  /** In the order of their last calls. */
  readonly #kept = new Map<object, Kept>();

  /** @param open makes the way to the upstream for a client of these capabilities */
  constructor(
    private readonly limits: ClientSessionLimits,
    private readonly open: (capabilities: JsonObject) => Upstream,
  ) {}

  /**
   * @param session stands for the client's session with us
   * @throws ToolError when as many have calls running as may be
   */
  of(session: object, capabilities: JsonObject): Upstream {
    const known = this.#kept.get(session);
    if (!known) this.#makeRoom();
    const upstream = known?.upstream ?? this.open(capabilities);
    this.#keep(session, upstream);
    return upstream;
  }

  /** @param graceMs time that calls in flight may go on */
  async close(graceMs: number): Promise<void> {
    const kept = [...this.#kept.values()];
    this.#kept.clear();
    for (const { timer } of kept) clearTimeout(timer);
    await Promise.all(kept.map(({ upstream }) => upstream.close(graceMs)));
  }

  #keep(session: object, upstream: Upstream): void {
    clearTimeout(this.#kept.get(session)?.timer);
    this.#kept.delete(session);
    const timer = setTimeout(() => this.#idle(session, upstream), this.limits.clientSessionIdleMs).unref();
    this.#kept.set(session, { upstream, timer });
  }

  #idle(session: object, upstream: Upstream): void {
    if (upstream.inFlight > 0) this.#keep(session, upstream);
    else this.#drop(session);
  }

  #makeRoom(): void {
    const { maxClientSessions } = this.limits;
    if (this.#kept.size < maxClientSessions) return;
    const unused = [...this.#kept].find(([, { upstream }]) => upstream.inFlight === 0);
    if (unused) return this.#drop(unused[0]);
    throw new ToolError(`too many clients use the upstream server (limit maxClientSessions of ${maxClientSessions})`);
  }

  #drop(session: object): void {
    const kept = this.#kept.get(session);
    this.#kept.delete(session);
    clearTimeout(kept?.timer);
    void kept?.upstream.close(0);
  }
}
