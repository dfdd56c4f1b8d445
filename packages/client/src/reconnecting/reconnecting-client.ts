/**
 * A client that connects on first use and again after its connection or session was lost.
 *
 * Every request passes the breaker and the retry rules. Spec: docs/operate/gateway.md
 */
import { isJsonObject, McpError, type JsonObject } from '@sigil/core';
import type { AbortSource } from '@sigil/core/catalog';
import { Breaker, defaultBreakerLimits } from '../retry/breaker.js';
import { OpeningLimiter, type Opening } from '../retry/opening-limiter.js';
import { beforeAsking, ConnectionError } from '../errors/connection-error.js';
import { withRetries } from '../retry/retry.js';
import { Retries } from './retries.js';
import { discover } from '../era/discover.js';
import { EraCheck } from './era-check.js';
import type { ClientNotification, EraClient, Exchange, ExchangeResult, ServerFacts } from '../era/era-client.js';
import type { WantedProtocol } from '../era/open-era-client.js';
import { NegotiatedConnection, type NegotiationParts } from './negotiated-connection.js';
import { RequestIds } from '../era/request-text.js';
import type { ReconnectingEvents, ReconnectingOptions } from './reconnecting-options.js';

/** A legacy server may be upgraded without a sign of it, so its era is checked again after a day. */
const legacyVerdictMs = 86_400_000;
/** The longest pause between openings that a change of the era may skip. */
const longestSkippedMs = 500;

export class ReconnectingClient {
  readonly #breaker: Breaker;
  readonly #openings: OpeningLimiter;
  /** Names the main session, or the only connection, at the limiter. */
  readonly #openingKey: string;
  readonly #eraCheck: EraCheck;
  readonly #ids = new RequestIds();
  #opened: NegotiatedConnection | undefined;
  /** The era to begin with: a server that ends at the request that finds it out is not asked again. */
  #protocol: WantedProtocol;
  #facts: (ServerFacts & { readonly since: number }) | undefined;
  readonly #attempts: Retries;
  #watched: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(private readonly options: ReconnectingOptions) {
    this.#protocol = options.protocol;
    this.#breaker = options.breaker ?? new Breaker(defaultBreakerLimits);
    this.#openings = options.openings ?? new OpeningLimiter();
    this.#openingKey = this.#openings.nextKey();
    this.#eraCheck =
      options.eraCheck ??
      new EraCheck({
        discover: (signal) => this.#discover(signal),
        current: () => this.#changeable?.ready,
        replace: () => this.#replace(),
      });
    this.#attempts = new Retries({
      breaker: this.#breaker,
      eraCheck: this.#eraCheck,
      openings: this.#openings,
      retries: options.retries,
      isClosed: () => this.#isClosed,
      send: (exchange) => this.#send(exchange),
    });
  }

  /** Makes a client of the same server for one caller alone, without list and resource events. The caller closes it. */
  forClient(clientCapabilities: JsonObject): ReconnectingClient {
    // The era is known already.
    const differing = { protocol: 'legacy', eraCheck: this.#eraCheck } as const;
    return this.#another({ ...differing, clientCapabilities: this.#withExtensions(clientCapabilities) });
  }

  /** Makes a client of the same server for callers that cannot be asked anything. It reports list changes. The caller closes it. */
  withoutQuestions(): ReconnectingClient {
    const { onListChanged } = this.options.events;
    const differing = { protocol: 'legacy', sharedCapabilities: {}, eraCheck: this.#eraCheck } as const;
    const known = this.clientCapabilities ? { clientCapabilities: this.#extensions } : {};
    return this.#another({ ...differing, ...known }, { onListChanged });
  }

  /** Makes a client of the same server over separate connections, without list and resource events. The caller closes it. */
  over(connector: Pick<ReconnectingOptions, 'connect' | 'connectOld'>): ReconnectingClient {
    return this.#another(connector);
  }

  #another(differing: Partial<ReconnectingOptions>, reported: Partial<ReconnectingEvents> = {}): ReconnectingClient {
    const { events } = this.options;
    const silent = { onListChanged: ignore, onResourceUpdated: ignore, onRenewed: ignore, onLost: ignore };
    return new ReconnectingClient({
      ...this.options,
      ...differing,
      breaker: this.#breaker,
      openings: this.#openings,
      events: { ...silent, onLog: events.onLog, onPageDone: events.onPageDone, ...reported },
    });
  }

  /** The latest facts that the server stated about itself. */
  get facts(): ServerFacts | undefined {
    return this.#opened?.ready?.facts ?? this.#facts;
  }

  /** Milliseconds until a server that keeps failing is tried again; `undefined` unless the breaker is open. */
  get openForMs(): number | undefined {
    return this.#breaker.isOpen ? this.#breaker.waitMs : undefined;
  }

  get inFlight(): number {
    return this.#attempts.inFlight;
  }

  /** Returns whether requests are in flight and one was answered within this time. */
  isAnswering(withinMs: number): boolean {
    return this.inFlight > 0 && this.#attempts.hasAnsweredWithin(withinMs);
  }

  /** True if all calls go over one connection, on which the server may ask every question. */
  get isOneConnection(): boolean {
    return this.#opened?.connection.isHttp === false;
  }

  /** The capabilities of the only client, which all sessions declare; absent while they are unknown, and for several clients. */
  get clientCapabilities(): JsonObject | undefined {
    return this.options.clientCapabilities;
  }

  /** Adds the extensions of the only client; a call may declare them with other settings. */
  #withExtensions(capabilities: JsonObject): JsonObject {
    const own = this.#extensions['extensions'];
    const { extensions } = capabilities;
    if (!isJsonObject(own)) return capabilities;
    return { ...capabilities, extensions: isJsonObject(extensions) ? { ...own, ...extensions } : own };
  }

  /** The extensions of the only client, which hold whatever its calls can be asked. */
  get #extensions(): JsonObject {
    const { extensions } = this.clientCapabilities ?? {};
    return extensions === undefined ? {} : { extensions };
  }

  /** True if a conversation is open, so that a call can be sent at once. */
  get isOpen(): boolean {
    return this.#opened?.ready !== undefined && !this.#isClosed && !this.#isOutdated();
  }

  /**
   * @param mayRepeat whether running it twice has the same effect as once
   * @throws McpError for an error that the server answered with, ConnectionError when there is no answer
   */
  exchange(exchange: Exchange, mayRepeat: boolean): Promise<ExchangeResult> {
    return this.#attempts.run(exchange, mayRepeat);
  }

  /** Sends a notification once. @throws ConnectionError, McpError when it was not accepted */
  async notify(notification: ClientNotification): Promise<void> {
    const ready = (this.isOpen ? this.#opened?.ready : undefined) ?? (await this.connect());
    await ready.notify(notification);
  }

  /** Opens a conversation if none is open, and waits for a server that restarts. @throws ConnectionError, McpError */
  async reach(signal: AbortSource): Promise<void> {
    await withRetries(() => this.connect(), this.#attempts.rules({ mayRepeat: true, signal }));
  }

  /** Opens a conversation if none is open. @throws ConnectionError, McpError */
  async connect(): Promise<EraClient> {
    if (this.#isClosed) throw new ConnectionError('closed', 'the client is closed', { mayHaveRun: false });
    if (this.#isOutdated()) await this.#reset(this.#opened);
    const opened = (this.#opened ??= this.#open(this.options.connect, this.#openings.begin(this.#openingKey)));
    try {
      opened.ready = await opened.conversation;
      if (opened.endsAtDiscovery) this.#protocol = 'legacy';
      return opened.ready;
    } catch (error) {
      await this.#reset(opened);
      throw beforeAsking(error);
    }
  }

  /** Opens the conversation if there is none. @returns the server's current facts @throws ConnectionError, McpError */
  async connectAnew(signal: AbortSignal): Promise<ServerFacts> {
    const conversation = await this.connect();
    try {
      await conversation.renew(signal);
      return conversation.facts;
    } catch (error) {
      if (!(await this.#eraCheck.hasChanged(error))) throw error;
      return (await this.connect()).facts;
    }
  }

  /** Checks that the server answers. @throws ConnectionError when it does not */
  async ping(signal: AbortSignal): Promise<void> {
    const conversation = await this.connect();
    try {
      await conversation.ping(signal);
    } catch (error) {
      // A server that answers with an error is alive.
      if (!(await this.#eraCheck.hasChanged(error)) && !(error instanceof McpError)) throw error;
    }
  }

  /** The conversation that another server could take over; on other transports, another server means another connection. */
  get #changeable(): NegotiatedConnection | undefined {
    const opened = this.#opened;
    return opened?.isFoundOut && opened.connection.isHttp ? opened : undefined;
  }

  async #discover(signal: AbortSignal): Promise<ServerFacts | undefined> {
    const { connection } = this.#changeable ?? {};
    if (!connection) throw new ConnectionError('closed', 'the client is closed');
    return discover({ ...this.options, connection, ids: this.#ids }, signal);
  }

  /** Begins a new conversation over the same connection; calls in flight go on. */
  #replace(): void {
    const opened = this.#changeable;
    if (!opened || this.#isClosed) return;
    // An answer in the other era shows that the server was replaced. Until a longer pause is over, calls fail.
    if (this.#openings.waitMs(this.#openingKey) > longestSkippedMs) return;
    void opened.ready?.close();
    this.#opened = this.#open(() => opened.connection, this.#openings.count(this.#openingKey));
    this.options.events.onRenewed();
  }

  /** Watches exactly these resources from now on, in every session. @throws McpError, ConnectionError when the server refuses one */
  async watch(uris: ReadonlySet<string>): Promise<void> {
    this.#watched = uris;
    const opened = await this.#opened?.conversation;
    await opened?.watch(uris);
  }

  /** Notifies the server that the roots of its only client have changed, where it may ask for roots. */
  notifyRootsChanged(): void {
    this.#opened?.ready?.notifyRootsChanged();
  }

  /** @param graceMs time that calls in flight may take to finish */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    if (graceMs > 0) await this.#attempts.untilIdle(graceMs);
    await this.#reset(this.#opened);
  }

  async #send(exchange: Exchange): Promise<ExchangeResult> {
    const ready = (this.isOpen ? this.#opened?.ready : undefined) ?? (await this.connect());
    return ready.exchange(exchange);
  }

  #isOutdated(): boolean {
    const facts = this.#facts;
    if (!this.#opened || facts?.era !== 'legacy' || this.options.protocol !== 'auto') return false;
    return this.#attempts.inFlight === 0 && Date.now() - facts.since > legacyVerdictMs;
  }

  /** @throws ConnectionError when the configuration rules the connection out */
  #open(connect: ReconnectingOptions['connect'], opening: Opening): NegotiatedConnection {
    const { options } = this;
    const parts: NegotiationParts = {
      options,
      ids: this.#ids,
      openings: this.#openings,
      openingKey: this.#openingKey,
      onOpened: (conversation) => {
        // The server may have changed while it was away.
        if (this.#facts) options.events.onRenewed();
        this.#facts = { ...conversation.facts, since: Date.now() };
        if (this.#watched.size > 0) conversation.watch(this.#watched).catch(() => undefined);
      },
      onEnded: (opened, error) => {
        if (this.#opened !== opened) return;
        this.#opened = undefined;
        options.events.onLost(error);
      },
    };
    const opened = new NegotiatedConnection(parts, { connect, protocol: this.#protocol });
    opened.conversation.catch((error: unknown) => opening.failed(error));
    return opened;
  }

  /** Closes a connection that is of no more use; does nothing if it is not the current one. */
  async #reset(opened: NegotiatedConnection | undefined): Promise<void> {
    if (!opened || this.#opened !== opened) return;
    this.#opened = undefined;
    this.#protocol = this.options.protocol;
    await opened.close();
  }
}

function ignore(): void {
  // The client that serves all callers reports the same event.
}
