/**
 * One legacy conversation over HTTP: the engine's session, its event streams, and its idle time.
 */
import type { Outlet, Principal, Revision, Session } from '@sigil/core/engine';
import type { Client, PeerMessage, SharedSession } from '@sigil/core/internal';
import type { SessionWish, SessionWishes } from '@sigil/core/stores';
import type { SessionLink, SharedBeginning } from '../shared/session-link.js';
import type { LocalSession } from '../shared/shared-sessions.js';
import type { Clock } from '../clock.js';
import type { StreamUser } from '../answers/event-stream.js';
import { serverIsClosing } from '../requests/work.js';
import { SessionStreams, type StreamParts } from './session-streams.js';

/** The parts that the sessions of an endpoint share. */
export interface HttpSessionParts extends StreamParts {
  /** Ends a session that has ended in another process. */
  readonly onEnded: (id: string) => void;
  readonly clock: Clock;
  readonly openSession: (standing: Outlet, principal: Principal | undefined, shared?: SharedSession) => Session;
}

const nowhere: Outlet = { send: () => undefined };

/** The maximum ages of a session, in milliseconds. */
export interface SessionAges {
  readonly sessionIdleMs: number;
  readonly sessionLifetimeMs: number;
}

/** The caller that opens a session. */
export interface SessionOpener {
  readonly client: Client;
  readonly principal: Principal | undefined;
  /** Absent where only this process serves the session. */
  readonly sharing?: SharedBeginning;
}

export class HttpSession implements StreamUser, LocalSession {
  readonly streams: SessionStreams;
  readonly session: Session;
  readonly #openedAt: number;
  #lastUsedAt: number;
  #uses = 0;

  readonly link: SessionLink | undefined;

  /** @param id of 128 random bits, or sealed; it identifies the session but does not authenticate its sender */
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

  /** The caller that opened the session, the only one that may use it: its id does not authenticate. */
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

  markUsed(now: number): void {
    this.#lastUsedAt = now;
  }

  /** Marks the start of a use, during which the session is not idle. */
  beginUse(): void {
    this.#uses++;
  }

  /** Marks the end of a use. The idle time begins at the end of the last one. */
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

  /** Keeps the store from expiring the session while it is in use. */
  renew(now: number): void {
    if (this.#uses > 0) this.link?.renew(now, () => this.endHere());
  }

  /** Ends the session everywhere. */
  end(): void {
    this.session.end('the session has ended');
    this.streams.end();
  }

  /** Leaves the session to other processes and forgets it here. */
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
