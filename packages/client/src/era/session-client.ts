/**
 * Speaks to a server of a legacy revision. Each set of questions that callers can be asked has one session, which all calls with
 * that set share. A session that the server has forgotten is opened again once.
 */
import { canonicalJson } from '@sigil/core/building';
import type { JsonObject } from '@sigil/core';
import { releasedMethod } from '@sigil/core/internal';
import { relatedTask } from '../transports/early-questions.js';
import type { WireMessage } from '../wire/wire-message.js';
import type { OpeningLimiter } from '../retry/opening-limiter.js';
import { beforeAsking, ConnectionError } from '../errors/connection-error.js';
import type {
  ClientNotification,
  EraClient,
  ServerEvents,
  Exchange,
  ExchangeResult,
  ServerFacts,
} from './era-client.js';
import { Session, type SessionParts, type RunningCall } from './session.js';
import { MissedNotifications } from './missed-notifications.js';
import { reportNotification } from './stateless-client.js';
import { SingleCaller } from './single-caller.js';

/** The dependencies of the conversation: those of a session, except what may be asked in it. */
export interface SessionClientParts extends Omit<SessionParts, 'capabilities' | 'isOfOneClient'> {
  readonly connectTimeoutMs: number;
  readonly openings: OpeningLimiter;
  /** Names the main session among the openings, and begins the names of the others. */
  readonly openingKey: string;
  /** The capabilities of every session, where only one session is possible. */
  readonly sharedCapabilities: JsonObject | undefined;
  /** True if all calls belong to one client, so that any of them may receive a message that names no call. */
  readonly isOfOneClient: boolean;
  /** Called once the conversation can receive what belongs to no request: a server may ask before the conversation is open. */
  readonly onReceiving?: ((conversation: SessionClient) => void) | undefined;
}

/** The number of sessions kept for callers that differ in what they can be asked. */
const mostSessions = 16;
/** The time that calls wait for the stream on which their client may be asked, since a question sent before would be lost. */
const streamOpensMs = 500;

/** The notifications that always name the request they belong to, with the member that names it. */
const requestNames: ReadonlyMap<string, string> = new Map([
  ['notifications/progress', 'progressToken'],
  [releasedMethod, 'requestId'],
]);

/** A session that is open, or being opened. */
interface KeptSession {
  /** The questions that can be asked in the session, as a key. */
  readonly key: string;
  readonly opening: Promise<Session>;
  /** The same once it is open. */
  ready?: Session;
}

export class SessionClient implements EraClient {
  /** Facts of the newest main session; a server that restarted may state others. */
  #facts: ServerFacts;
  readonly #sessions = new Map<string, KeptSession>();
  readonly #mainKey: string;
  /** Tracks the main session's stream, which announces the changes of every list. */
  readonly #lost: MissedNotifications;
  #watched: ReadonlySet<string> = new Set();
  /** Present where all calls belong to one client. */
  readonly #caller: SingleCaller | undefined;
  #isClosed = false;

  private constructor(
    private readonly parts: SessionClientParts,
    private readonly events: ServerEvents,
    main: Session,
  ) {
    this.#facts = main.facts;
    this.#lost = new MissedNotifications(() => events.onRenewed());
    if (parts.isOfOneClient) this.#caller = new SingleCaller(() => this.notifyRootsChanged());
    this.#mainKey = keyOf(parts.sharedCapabilities ?? {});
    this.#sessions.set(this.#mainKey, { key: this.#mainKey, opening: Promise.resolve(main), ready: main });
  }

  /** @throws McpError, ConnectionError when the handshake fails */
  static async open(parts: SessionClientParts, events: ServerEvents, signal: AbortSignal): Promise<SessionClient> {
    const main = await Session.greet({ ...parts, capabilities: parts.sharedCapabilities ?? {} }, signal);
    const conversation = new SessionClient(parts, events, main);
    parts.onReceiving?.(conversation);
    await conversation.#begin(main, conversation.#keptFor({}), signal);
    return conversation;
  }

  /**
   * Completes the handshake and listens. A server may ask its only client for roots right after the handshake: the stream for that is
   * opened before, and the question comes before the next answer, so that the first call can be sent after it.
   */
  async #begin(session: Session, kept: KeptSession, signal: AbortSignal): Promise<void> {
    const { isOfOneClient, connection } = this.parts;
    if (session.hasRoots && connection.isHttp) await this.#listenTo(session, kept);
    await session.begin(signal);
    const listening = session.isListening ? undefined : this.#listenTo(session, kept);
    if (isOfOneClient || kept.key !== this.#mainKey) await listening;
    const canAsk = connection.isHttp ? session.hasRoots && session.isListening : isOfOneClient;
    if (canAsk && !this.events.onQuestion) await session.untilAnswering();
  }

  get facts(): ServerFacts {
    return this.#facts;
  }

  async exchange(exchange: Exchange): Promise<ExchangeResult> {
    this.#caller?.noteSession(exchange.clientSession);
    const kept = this.#keptFor(exchange.capabilities ?? {});
    const session = kept.ready ?? (await kept.opening);
    try {
      return await session.exchange(exchange);
    } catch (error) {
      if (!(error instanceof ConnectionError) || error.failure !== 'lost-session') throw error;
      this.#drop(kept);
      // The server has run nothing, since it did not know the session.
      const next = await this.#keptFor(exchange.capabilities ?? {}).opening;
      return next.exchange(exchange);
    }
  }

  async notify({ method, params, capabilities }: ClientNotification): Promise<void> {
    const kept = this.#keptFor(capabilities);
    const session = kept.ready ?? (await kept.opening);
    await session.notify(method, params);
  }

  /**
   * Opens a session that no call uses and that listens to no stream, for this work alone.
   *
   * @throws McpError, ConnectionError; `held-back` while the pause between openings is not over
   */
  async inOwnSession<Result>(
    capabilities: JsonObject,
    signal: AbortSignal,
    work: (session: Session) => Promise<Result>,
  ): Promise<Result> {
    const opening = this.parts.openings.begin(this.parts.openingKey);
    const parts = { ...this.parts, capabilities, isOfOneClient: false };
    const session = await Session.open(parts, signal).catch((error: unknown) => {
      opening.failed(error);
      throw error;
    });
    try {
      return await work(session);
    } finally {
      void session.close();
    }
  }

  async ping(signal: AbortSignal): Promise<void> {
    await this.exchange({ method: 'ping', params: {}, signal });
  }

  /** The facts of a session hold as long as the session. */
  async renew(): Promise<void> {}

  async watch(uris: ReadonlySet<string>): Promise<void> {
    const before = this.#watched;
    this.#watched = uris;
    const added = [...uris].filter((uri) => !before.has(uri));
    const removed = [...before].filter((uri) => !uris.has(uri));
    await Promise.all([
      ...added.map((uri) => this.#subscribe(uri)),
      // Updates of a resource that nobody watches any more are ignored.
      ...removed.map((uri) =>
        this.exchange({ method: 'resources/unsubscribe', params: { uri } }).catch(() => undefined),
      ),
    ]);
  }

  async #subscribe(uri: string): Promise<void> {
    try {
      await this.exchange({ method: 'resources/subscribe', params: { uri } });
    } catch (error) {
      this.#watched = new Set([...this.#watched].filter((it) => it !== uri));
      throw error;
    }
  }

  /** Receives a message from the connection that belongs to no request. */
  async receive(message: WireMessage): Promise<void> {
    this.#receiveIn(await this.#keptFor({}).opening, message);
  }

  /** With several calls in flight the owner of a message is unknown, unless all calls belong to one client. */
  #receiveIn(session: Session, message: WireMessage): void {
    const { onNotification, onQuestion } = this.events;
    const isReported = reportNotification(message, this.events);
    const taskId = message.kind === 'request' ? relatedTask(message.params) : undefined;
    if (taskId !== undefined) return session.receiveOfTask(taskId, message);
    const owner = isReported ? undefined : this.#ownerOf(message, session);
    if (!owner) this.#caller?.log(message);
    session.receive(message, owner ?? { onNotification, onQuestion });
  }

  notifyRootsChanged(): void {
    for (const { ready } of this.#sessions.values()) ready?.notifyRootsChanged();
  }

  #ownerOf({ method, params }: WireMessage, session: Session): Exchange | undefined {
    const calls = this.#callsOf(session);
    const likely = calls.length === 1 || this.parts.isOfOneClient ? calls.at(-1)?.exchange : undefined;
    const name = requestNames.get(method);
    if (name === undefined) return likely;
    const named = calls.find(({ id }) => id === params[name])?.exchange;
    // Reports of a task name the request that began it, which was answered long ago.
    return named ?? (likely?.taskId === undefined ? undefined : likely);
  }

  /** A server that gives sessions no ids cannot distinguish ours: it asks on whichever stream it has. */
  #callsOf(session: Session): readonly RunningCall[] {
    if (session.hasId) return session.running.items();
    const open = [...this.#sessions.values()].flatMap(({ ready }) => (ready && !ready.hasId ? [ready] : []));
    return open.flatMap(({ running }) => running.items());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const open = [...this.#sessions.values()];
    this.#sessions.clear();
    this.#lost.close();
    this.#caller?.close();
    await Promise.all(open.map(({ opening }) => opening.then((session) => session.close()).catch(() => undefined)));
  }

  #keptFor(capabilities: JsonObject): KeptSession {
    const shared = this.parts.sharedCapabilities ?? capabilities;
    const key = keyOf(shared);
    return this.#sessions.get(key) ?? this.#open(key, shared);
  }

  #open(key: string, capabilities: JsonObject): KeptSession {
    const { connectTimeoutMs, openings, openingKey } = this.parts;
    const counted = openings.begin(key === this.#mainKey ? openingKey : `${openingKey} ${key}`);
    const signal = AbortSignal.timeout(connectTimeoutMs);
    const opening = Session.greet({ ...this.parts, capabilities }, signal)
      .then(async (session) => {
        await this.#begin(session, kept, signal);
        return session;
      })
      .catch((error: unknown) => {
        counted.failed(error);
        throw beforeAsking(error);
      });
    const kept: KeptSession = { key, opening };
    this.#sessions.set(key, kept);
    opening.then(
      (session) => {
        kept.ready = session;
        if (this.#isClosed) void session.close();
        else if (key === this.#mainKey) this.#renewed(session);
      },
      () => this.#drop(kept),
    );
    this.#closeOldest();
    return kept;
  }

  #renewed(session: Session): void {
    this.#facts = session.facts;
    const watched = this.#watched;
    this.#watched = new Set();
    // A resource that cannot be watched is taken never to change.
    this.watch(watched).catch(() => undefined);
    this.events.onRenewed();
  }

  #drop(kept: KeptSession): void {
    kept.ready?.stopListening();
    if (this.#isKept(kept)) this.#sessions.delete(kept.key);
  }

  #isKept(kept: KeptSession): boolean {
    return this.#sessions.get(kept.key) === kept;
  }

  #closeOldest(): void {
    if (this.#sessions.size <= mostSessions) return;
    const oldest = [...this.#sessions.values()].find(
      ({ key, ready }) => key !== this.#mainKey && ready?.running.size === 0,
    );
    if (!oldest) return;
    this.#drop(oldest);
    void oldest.opening.then((session) => session.close()).catch(() => undefined);
  }

  /** Listens to the notification stream, on which some servers also ask. @returns when the stream is open, or not worth waiting for */
  #listenTo(session: Session, kept: KeptSession): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, streamOpensMs);
      const isMain = kept.key === this.#mainKey;
      const onStart = (): void => {
        if (isMain) this.#lost.resumed();
        clearTimeout(timer);
        resolve();
      };
      const onAway = (): void => (isMain ? this.#lost.interrupted() : undefined);
      session
        .listen({ onMessage: (message) => this.#receiveIn(session, message), onStart, onAway })
        .finally(() => (clearTimeout(timer), resolve()))
        .catch((error: unknown) => this.#afterListening(session, kept, error))
        // A session that cannot be opened now is opened by the next request.
        .catch(() => undefined);
    });
  }

  /**
   * Without a notification stream, lists are read again when they expire. Servers without one refuse it with every status, also with
   * those that mean a lost session: only a request of the session shows which it is.
   */
  async #afterListening(session: Session, kept: KeptSession, error: unknown): Promise<void> {
    const mayBeLost = error instanceof ConnectionError && error.failure === 'lost-session';
    if (!mayBeLost || !session.hasBegun || !this.#isInUse(kept)) return;
    const isKnown = await session.isKnown(AbortSignal.timeout(this.parts.connectTimeoutMs));
    if (isKnown || !this.#isInUse(kept)) return;
    this.#drop(kept);
    if (kept.key === this.#mainKey) await this.#keptFor({}).opening;
  }

  #isInUse(kept: KeptSession): boolean {
    return !this.#isClosed && this.#isKept(kept);
  }
}

/** Skips the canonical form for most clients, which cannot be asked anything. */
function keyOf(capabilities: JsonObject): string {
  for (const _name in capabilities) return canonicalJson(capabilities);
  return '{}';
}
