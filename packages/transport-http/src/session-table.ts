/**
 * The legacy sessions of one endpoint: made, found by id, capped, and ended when nobody uses them.
 *
 * Knows nothing of HTTP messages. Spec: 2025-11-25 basic/transports#session-management
 */
import { randomBytes } from 'node:crypto';
import type { Fault, Outlet, Revision, Session } from '@sigil/core';
import type { Clock } from './clock.js';
import type { EventStore } from './event-store.js';
import { SessionStreams, type StreamNumbers } from './session-streams.js';

/** One legacy conversation over HTTP. */
export interface HttpSession {
  /** Made here, of 128 random bits. It names the session and proves nothing about who sends it. */
  readonly id: string;
  readonly session: Session;
  readonly streams: SessionStreams;
}

/** See `EndpointLimits`. */
export interface SessionLimits extends StreamNumbers {
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
  readonly sessionLifetimeMs: number;
}

/** What a table needs of its endpoint. */
export interface SessionRules {
  readonly limits: SessionLimits;
  readonly clock: Clock;
  readonly store: EventStore;
  readonly onFault: (fault: Fault) => void;
  readonly openSession: (standing: Outlet) => Session;
}

interface Entry extends HttpSession {
  readonly openedAt: number;
  lastUsedAt: number;
  running: number;
}

const idBytes = 16;
/** How many times an idle time is checked before it is over. */
const sweepsPerIdleTime = 10;

/** Holds sessions until they are ended or over. */
export class SessionTable {
  readonly #entries = new Map<string, Entry>();
  readonly #stopSweeping: () => void;

  constructor(private readonly rules: SessionRules) {
    const interval = Math.ceil(rules.limits.sessionIdleMs / sweepsPerIdleTime);
    this.#stopSweeping = rules.clock.every(interval, () => this.#sweep());
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @returns `undefined` when there are `maxSessions` already */
  open(): HttpSession | undefined {
    if (this.#entries.size >= this.rules.limits.maxSessions) this.#sweep();
    if (this.#entries.size >= this.rules.limits.maxSessions) return undefined;
    const { clock, store, limits, onFault } = this.rules;
    const id = randomBytes(idBytes).toString('hex');
    const revision = (): Revision | undefined => session.revision;
    const streams = new SessionStreams({ sessionId: id, store, revision, limits, onFault });
    const session = this.rules.openSession(streams);
    const now = clock.now();
    const entry: Entry = {
      id,
      session,
      streams,
      openedAt: now,
      lastUsedAt: now,
      running: 0,
    };
    this.#entries.set(entry.id, entry);
    return entry;
  }

  /** @returns `undefined` when it has ended or never was */
  find(id: string): HttpSession | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    if (this.#isOver(entry)) {
      this.end(id);
      return undefined;
    }
    return entry;
  }

  /** Keeps a session from being idle while this is under way; the idle time begins at its end. */
  async use(id: string, work: Promise<void>): Promise<void> {
    const entry = this.#entries.get(id);
    if (!entry) return work;
    entry.running++;
    await work;
    entry.running--;
    entry.lastUsedAt = this.rules.clock.now();
  }

  end(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#entries.delete(id);
    entry.session.close();
    entry.streams.end();
  }

  /** Ends the streams for what belongs to no call, not the sessions: what runs may finish. */
  endStreams(): void {
    for (const entry of this.#entries.values()) entry.streams.endStanding();
  }

  close(): void {
    this.#stopSweeping();
    for (const id of this.#entries.keys()) this.end(id);
  }

  #sweep(): void {
    for (const entry of this.#entries.values()) if (this.#isOver(entry)) this.end(entry.id);
  }

  #isOver(entry: Entry): boolean {
    const now = this.rules.clock.now();
    if (now - entry.openedAt >= this.rules.limits.sessionLifetimeMs) return true;
    if (entry.running > 0) return false;
    return now - entry.lastUsedAt >= this.rules.limits.sessionIdleMs;
  }
}
