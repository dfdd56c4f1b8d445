/**
 * The legacy sessions of one endpoint: made, found by id, capped, and ended when nobody uses them.
 *
 * Knows nothing of HTTP messages. Spec: 2025-11-25 basic/transports#session-management
 */
import { randomBytes } from 'node:crypto';
import { HttpSession, type SessionAges, type HttpSessionParts } from './http-session.js';
import type { StreamNumbers } from './session-streams.js';

/** See `EndpointLimits`. */
export interface SessionLimits extends StreamNumbers, SessionAges {
  readonly maxSessions: number;
}

/** What a table needs of its endpoint. */
export interface SessionRules extends HttpSessionParts {
  readonly limits: SessionLimits;
}

const idBytes = 16;
/** How many times an idle time is checked before it is over. */
const sweepsPerIdleTime = 10;

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

  /** @returns `undefined` when there are `maxSessions` already */
  open(): HttpSession | undefined {
    if (this.#sessions.size >= this.rules.limits.maxSessions) this.#sweep();
    if (this.#sessions.size >= this.rules.limits.maxSessions) return undefined;
    const id = randomBytes(idBytes).toString('hex');
    const session = new HttpSession(id, this.rules);
    this.#sessions.set(id, session);
    return session;
  }

  /** Somebody asks for a session. @returns `undefined` when it has ended or never was */
  find(id: string): HttpSession | undefined {
    const session = this.#sessions.get(id);
    if (!session) return undefined;
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
    this.#sessions.delete(id);
    session?.end();
  }

  /** Ends the streams for what belongs to no call, not the sessions: what runs may finish. */
  endStreams(): void {
    for (const { streams } of this.#sessions.values()) streams.endStanding();
  }

  close(): void {
    this.#stopSweeping();
    for (const id of this.#sessions.keys()) this.end(id);
  }

  #sweep(): void {
    const now = this.rules.clock.now();
    for (const [id, session] of this.#sessions) if (session.isOver(now, this.rules.limits)) this.end(id);
  }
}
