/**
 * The legacy sessions of one endpoint: created, found by id, capped, and ended when idle.
 *
 * Knows nothing of HTTP messages. Spec: 2025-11-25 basic/transports#session-management
 */
import { randomBytes } from 'node:crypto';
import type { Principal } from '@sigil/core/engine';
import { isShareOf, type Budget, type Client } from '@sigil/core/internal';
import { isSameCaller } from '../requests/authentication.js';
import { HttpSession, type SessionAges, type HttpSessionParts, type SessionOpener } from './http-session.js';
import type { SessionStreamLimits } from './session-streams.js';

interface SessionRules extends Omit<HttpSessionParts, 'onEnded'> {
  /** See `EndpointLimits`. */
  readonly limits: SessionStreamLimits & SessionAges;
}

const idBytes = 16;
/** Number of idle checks per idle time. */
const sweepsPerIdleTime = 10;
/** A session unused for this fraction of the idle time ends when its client needs the room. */
const unusedPerIdleTime = 10;

/** Holds sessions until they end or expire. */
export class SessionTable {
  readonly #sessions = new Map<string, HttpSession>();
  readonly #stopSweeping: () => void;
  readonly #parts: HttpSessionParts;

  constructor(private readonly rules: SessionRules) {
    this.#parts = { ...rules, onEnded: (id) => this.end(id) };
    const interval = Math.ceil(rules.limits.sessionIdleMs / sweepsPerIdleTime);
    this.#stopSweeping = rules.clock.every(interval, () => this.#sweep());
  }

  get size(): number {
    return this.#sessions.size;
  }

  /**
   * Opens a session. A client that has used up its share loses its own least recently used session, if one is idle.
   *
   * @param sealedId of a session that other processes serve too
   * @returns the exhausted budget, when no further session may be opened
   */
  open(opener: SessionOpener, sealedId?: string): HttpSession | Budget {
    const { client } = opener;
    const full = client.sessions.take(1) && this.#makeRoom(client);
    if (full) return full;
    const id = sealedId ?? randomBytes(idBytes).toString('hex');
    const session = new HttpSession(id, opener, this.#parts);
    this.#sessions.set(id, session);
    session.link?.shared.add(session.link.name, session);
    return session;
  }

  /**
   * Finds a session and marks it as used.
   *
   * @returns `undefined` when it has ended, never existed, belongs to another caller, or must first be found in the store
   */
  find(id: string, principal?: Principal): HttpSession | undefined {
    const session = this.#sessions.get(id);
    if (!session || !isSameCaller(session.owner, principal)) return undefined;
    if (session.link?.needsCheck) return undefined;
    const now = this.rules.clock.now();
    if (session.isOver(now, this.rules.limits)) {
      this.#retire(session);
      return undefined;
    }
    session.markUsed(now);
    session.link?.renew(now, () => this.end(id));
    return session;
  }

  end(id: string): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#forget(session);
    session.end();
  }

  /** Ends the streams for messages that belong to no call, not the sessions: running calls may finish. */
  endStreams(): void {
    for (const { streams } of this.#sessions.values()) streams.endStanding();
  }

  close(): void {
    this.#stopSweeping();
    for (const session of this.#sessions.values()) this.#retire(session);
  }

  /** Ends a session here; one that others serve too continues there, and only its store knows when it is over. */
  #retire(session: HttpSession): void {
    this.#forget(session);
    if (session.link) session.leave();
    else session.end();
  }

  #forget(session: HttpSession): void {
    this.#sessions.delete(session.id);
    session.link?.shared.delete(session.link.name);
    session.client.sessions.give(1);
  }

  #makeRoom(client: Client): Budget | undefined {
    this.#sweep();
    const full = client.sessions.take(1);
    const unused = full && isShareOf(full) ? this.#findUnused(client) : undefined;
    if (!unused) return full;
    this.#retire(unused);
    return client.sessions.take(1);
  }

  #findUnused(client: Client): HttpSession | undefined {
    const now = this.rules.clock.now();
    const { sessionIdleMs, sessionLifetimeMs } = this.rules.limits;
    const ages = { sessionIdleMs: Math.ceil(sessionIdleMs / unusedPerIdleTime), sessionLifetimeMs };
    let oldest: HttpSession | undefined;
    for (const session of this.#sessions.values()) {
      if (session.client !== client || !session.isOver(now, ages)) continue;
      if (!oldest || session.lastUsedAt < oldest.lastUsedAt) oldest = session;
    }
    return oldest;
  }

  #sweep(): void {
    const now = this.rules.clock.now();
    for (const session of this.#sessions.values()) {
      if (session.isOver(now, this.rules.limits)) this.#retire(session);
      else session.renew(now);
    }
  }
}
