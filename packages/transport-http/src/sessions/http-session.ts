/**
 * One legacy conversation over HTTP: the engine's session, its event streams, and since when nobody uses it.
 */
import type { Client, Outlet, Principal, Revision, Session } from '@sigil/core/engine';
import type { Clock } from '../clock.js';
import type { StreamUser } from '../answers/event-stream.js';
import { SessionStreams, type StreamParts } from './session-streams.js';

/** The parts that the sessions of an endpoint share. */
export interface HttpSessionParts extends StreamParts {
  readonly clock: Clock;
  readonly openSession: (standing: Outlet, principal: Principal | undefined) => Session;
}

/** The longest that a session may go on, in milliseconds. */
export interface SessionAges {
  readonly sessionIdleMs: number;
  readonly sessionLifetimeMs: number;
}

/** The caller that opens a session. */
export interface SessionOpener {
  readonly client: Client;
  readonly principal: Principal | undefined;
}

export class HttpSession implements StreamUser {
  readonly streams: SessionStreams;
  readonly session: Session;
  readonly #openedAt: number;
  #lastUsedAt: number;
  #uses = 0;

  /** @param id of 128 random bits; it names the session and proves nothing about who sends it */
  constructor(
    readonly id: string,
    private readonly opener: SessionOpener,
    private readonly parts: HttpSessionParts,
  ) {
    this.#openedAt = parts.clock.now();
    this.#lastUsedAt = this.#openedAt;
    this.streams = new SessionStreams(this, parts);
    this.session = parts.openSession(this.streams, opener.principal);
  }

  /** The client that opened the session. */
  get client(): Client {
    return this.opener.client;
  }

  /** Only the caller that opened a session may use it: its id is no authentication. */
  get owner(): Principal | undefined {
    return this.opener.principal;
  }

  get lastUsedAt(): number {
    return this.#lastUsedAt;
  }

  /** Undefined until the handshake has negotiated one. */
  get revision(): Revision | undefined {
    return this.session.revision;
  }

  /** It is used right now. */
  note(now: number): void {
    this.#lastUsedAt = now;
  }

  /** Something of it is under way, and it is not idle. */
  beginUse(): void {
    this.#uses++;
  }

  /** That is over. The idle time begins at the end of the last use. */
  endUse(): void {
    this.#uses--;
    this.#lastUsedAt = this.parts.clock.now();
  }

  streamClosed(): void {
    this.streams.forgetLost();
    this.endUse();
  }

  isOver(now: number, { sessionIdleMs, sessionLifetimeMs }: SessionAges): boolean {
    if (now - this.#openedAt >= sessionLifetimeMs) return true;
    if (this.#uses > 0) return false;
    return now - this.#lastUsedAt >= sessionIdleMs;
  }

  end(): void {
    this.session.close();
    this.streams.end();
  }
}
