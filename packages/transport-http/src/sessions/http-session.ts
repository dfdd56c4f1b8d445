/**
 * One legacy conversation over HTTP: the engine's session, its event streams, and since when nobody uses it.
 */
import type { Client, Outlet, PeerMessage, Principal, Revision, Session, SharedSession } from '@sigil/core/engine';
import type { SessionWish, SessionWishes } from '@sigil/core/stores';
import type { SessionLink, SharedBeginning } from '../shared/session-link.js';
import type { LocalSession } from '../shared/shared-sessions.js';
import type { Clock } from '../clock.js';
import type { StreamUser } from '../answers/event-stream.js';
import { serverIsClosing } from '../requests/in-flight.js';
import { SessionStreams, type StreamParts } from './session-streams.js';

/** The parts that the sessions of an endpoint share. */
export interface HttpSessionParts extends StreamParts {
  /** Ends a session that has ended elsewhere. */
  readonly onEnded: (id: string) => void;
  readonly clock: Clock;
  readonly openSession: (standing: Outlet, principal: Principal | undefined, shared?: SharedSession) => Session;
}

const nowhere: Outlet = { send: () => undefined };

/** The longest that a session may go on, in milliseconds. */
export interface SessionAges {
  readonly sessionIdleMs: number;
  readonly sessionLifetimeMs: number;
}

/** The caller that opens a session. */
export interface SessionOpener {
  readonly client: Client;
  readonly principal: Principal | undefined;
  /** Absent where the session is served by this process alone. */
  readonly sharing?: SharedBeginning;
}

export class HttpSession implements StreamUser, LocalSession {
  readonly streams: SessionStreams;
  readonly session: Session;
  readonly #openedAt: number;
  #lastUsedAt: number;
  #uses = 0;

  readonly link: SessionLink | undefined;

  /** @param id of 128 random bits, or sealed; it names the session and proves nothing about who sends it */
  constructor(
    readonly id: string,
    private readonly opener: SessionOpener,
    private readonly parts: HttpSessionParts,
  ) {
    this.#openedAt = parts.clock.now();
    this.#lastUsedAt = this.#openedAt;
    const { sharing } = opener;
    this.link = sharing?.link;
    this.streams = new SessionStreams(this, parts);
    this.session = parts.openSession(this.streams, opener.principal, sharing?.link.asShared(sharing.begun));
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

  /** While it is in use, the store must not forget it. */
  renew(now: number): void {
    if (this.#uses > 0) this.link?.renew(now, () => this.endHere());
  }

  /** It is over. */
  end(): void {
    this.session.end('the session has ended');
    this.streams.end();
  }

  /** It is forgotten here, and goes on elsewhere. */
  leave(): void {
    this.session.close(serverIsClosing);
    this.streams.endStanding();
  }

  endHere(): void {
    this.parts.onEnded(this.id);
  }

  applyWish(wish: SessionWish): void {
    this.session.applyWish(wish);
  }

  setWishes(wishes: SessionWishes): void {
    this.session.setWishes(wishes);
  }

  receiveElsewhere(message: PeerMessage): void {
    this.session.receive({ kind: 'legacy', message }, nowhere, this.owner);
  }

  sendStanding(json: string): void {
    void this.streams.send({ kind: 'notification', json });
  }

  yieldListening(): void {
    this.streams.yieldListening();
  }

  endStream(stream: string): boolean {
    return this.streams.endStream(stream);
  }
}
