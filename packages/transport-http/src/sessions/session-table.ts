/**
 * The legacy sessions of one endpoint: made, found by id, capped, and ended when nobody uses them.
 *
 * Knows nothing of HTTP messages. Spec: 2025-11-25 basic/transports#session-management
 */
import { randomBytes } from 'node:crypto';
import { isShareOf, type Budget, type Client, type Principal } from '@sigil/core/engine';
import { isSameCaller } from '../requests/authentication.js';
import { HttpSession, type SessionAges, type HttpSessionParts, type SessionOpener } from './http-session.js';
import type { StreamNumbers } from './session-streams.js';

/** The parts that a table needs of its endpoint. */
export interface SessionRules extends HttpSessionParts {
  /** See `EndpointLimits`. */
  readonly limits: StreamNumbers & SessionAges;
}

const idBytes = 16;
/** The number of times that an idle time is checked before it is over. */
const sweepsPerIdleTime = 10;
/** A session that was not used for this part of the idle time ends when its client needs the room. */
const unusedPerIdleTime = 10;

/** Holds sessions until they are ended or over. */
export class SessionTable {
  readonly #sessions = new Map<string, HttpSession>();
  readonly #stopSweeping: () => void;

  constructor(private readonly rules: SessionRules) {
    const interval = Math.ceil(rules.limits.sessionIdleMs / sweepsPerIdleTime);
    this.#stopSweeping = rules.clock.every(interval, () => this.#sweep());
  }

  get size(): number {
    return this.#sessions.size;
  }

  /**
   * A client that has its share makes room with the session of its own that it has not used for longest, if there is such.
   *
   * @returns the budget that has no room, when there are as many as there may be
   */
  open(opener: SessionOpener): HttpSession | Budget {
    const { client } = opener;
    const full = client.sessions.take(1) && this.#makeRoom(client);
    if (full) return full;
    const id = randomBytes(idBytes).toString('hex');
    const session = new HttpSession(id, opener, this.rules);
    this.#sessions.set(id, session);
    return session;
  }

  /** Somebody asks for a session. @returns `undefined` when it has ended or never was, or is of another caller */
  find(id: string, principal?: Principal): HttpSession | undefined {
    const session = this.#sessions.get(id);
    if (!session || !isSameCaller(session.owner, principal)) return undefined;
    const now = this.rules.clock.now();
    if (session.isOver(now, this.rules.limits)) {
      this.end(id);
      return undefined;
    }
    session.note(now);
    return session;
  }

  end(id: string): void {
    const session = this.#sessions.get(id);
    if (!session) return;
    this.#sessions.delete(id);
    session.client.sessions.give(1);
    session.end();
  }

  /** Ends the streams for what belongs to no call, not the sessions: what runs may finish. */
  endStreams(): void {
    for (const { streams } of this.#sessions.values()) streams.endStanding();
  }

  close(): void {
    this.#stopSweeping();
    for (const id of this.#sessions.keys()) this.end(id);
  }

  #makeRoom(client: Client): Budget | undefined {
    this.#sweep();
    const full = client.sessions.take(1);
    const unused = full && isShareOf(full) ? this.#findUnused(client) : undefined;
    if (!unused) return full;
    this.end(unused.id);
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
    for (const [id, session] of this.#sessions) if (session.isOver(now, this.rules.limits)) this.end(id);
  }
}
