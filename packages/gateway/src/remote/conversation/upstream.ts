/**
 * One upstream server: its connection and conversation, opened on first use and again after they were lost.
 *
 * Every request passes the breaker and the retry rules. Spec: docs/operate/gateway.md
 */
import { McpError, type JsonObject } from '@sigil/core';
import type { AbortSource } from '@sigil/core/catalog';
import type { Later } from '@sigil/core/engine';
import { Breaker, defaultBreakerLimits } from '../trouble/breaker.js';
import { Openings, type Opening } from '../trouble/openings.js';
import { beforeAsking, UpstreamError } from '../trouble/upstream-error.js';
import { withRetries } from '../trouble/with-retries.js';
import { Attempts } from './attempts.js';
import { discover } from './discover.js';
import { EraCheck } from './era-check.js';
import type { Conversation, Exchange, ExchangeResult, UpstreamFacts } from './exchange.js';
import type { WantedProtocol } from './open-conversation.js';
import { Opened, type OpenedParts } from './opened.js';
import { RequestIds } from './request-ids.js';
import type { UpstreamEvents, UpstreamOptions } from './upstream-options.js';

/** A legacy upstream may be upgraded without a sign of it, so its era is checked again after a day. */
const legacyVerdictMs = 86_400_000;
/** The longest pause between openings that a change of the era may skip. */
const longestSkippedMs = 500;

export class Upstream {
  readonly #breaker: Breaker;
  readonly #openings: Openings;
  /** Names this way's main session, or its only connection, among the openings. */
  readonly #openingKey: string;
  readonly #eraCheck: EraCheck;
  readonly #ids = new RequestIds();
  #opened: Opened | undefined;
  /** The era to begin with: an upstream that ends at the request that finds it out is not asked again. */
  #protocol: WantedProtocol;
  #facts: (UpstreamFacts & { readonly since: number }) | undefined;
  readonly #attempts: Attempts;
  #watched: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(private readonly options: UpstreamOptions) {
    this.#protocol = options.protocol;
    this.#breaker = options.breaker ?? new Breaker(defaultBreakerLimits);
    this.#openings = options.openings ?? new Openings();
    this.#openingKey = this.#openings.nextWay();
    this.#eraCheck =
      options.eraCheck ??
      new EraCheck({
        discover: (signal) => this.#discover(signal),
        current: () => this.#changeable?.ready,
        replace: () => this.#replace(),
      });
    this.#attempts = new Attempts({
      breaker: this.#breaker,
      eraCheck: this.#eraCheck,
      openings: this.#openings,
      retries: options.retries,
      isClosed: () => this.#isClosed,
      send: (exchange) => this.#send(exchange),
    });
  }

  /** Opens another way to the same upstream, for one client alone, without its list and resource events. The caller closes it. */
  forClient(clientCapabilities: JsonObject): Upstream {
    // The era is known already.
    const differing = { protocol: 'legacy', eraCheck: this.#eraCheck } as const;
    return this.#another({ ...differing, clientCapabilities: { ...clientCapabilities, ...this.#extensions } });
  }

  /** Opens another way to the same upstream, for clients that cannot be asked anything. It reports list changes. The caller closes it. */
  forUnaskable(): Upstream {
    const { onListChanged } = this.options.events;
    const differing = { protocol: 'legacy', sharedCapabilities: {}, eraCheck: this.#eraCheck } as const;
    const known = this.clientCapabilities ? { clientCapabilities: this.#extensions } : {};
    return this.#another({ ...differing, ...known }, { onListChanged });
  }

  /** Opens another way to the same upstream, over separate connections, without list and resource events. The caller closes it. */
  over(connector: Pick<UpstreamOptions, 'connect' | 'connectOld'>): Upstream {
    return this.#another(connector);
  }

  #another(differing: Partial<UpstreamOptions>, told: Partial<UpstreamEvents> = {}): Upstream {
    const { events } = this.options;
    const silent = { onListChanged: ignore, onResourceUpdated: ignore, onRenewed: ignore, onLost: ignore };
    return new Upstream({
      ...this.options,
      ...differing,
      breaker: this.#breaker,
      openings: this.#openings,
      events: { ...silent, onLog: events.onLog, onPageDone: events.onPageDone, ...told },
    });
  }

  /** The latest facts that the upstream stated about itself. */
  get facts(): UpstreamFacts | undefined {
    return this.#opened?.ready?.facts ?? this.#facts;
  }

  /** Milliseconds until an upstream that keeps failing is tried again; `undefined` unless the breaker is open. */
  get openForMs(): number | undefined {
    return this.#breaker.isOpen ? this.#breaker.waitMs : undefined;
  }

  get inFlight(): number {
    return this.#attempts.inFlight;
  }

  /** Tells whether requests are in flight and one was answered within this time. */
  isAnswering(withinMs: number): boolean {
    return this.inFlight > 0 && this.#attempts.hasAnsweredWithin(withinMs);
  }

  /** Tells whether all calls go over one connection, on which the upstream may ask every question. */
  get isOneConnection(): boolean {
    return this.#opened?.connection.isHttp === false;
  }

  /** The capabilities of the only client, which all sessions declare; absent while they are unknown, and for several clients. */
  get clientCapabilities(): JsonObject | undefined {
    return this.options.clientCapabilities;
  }

  /** The extensions of the only client, which hold whatever its calls can be asked. */
  get #extensions(): JsonObject {
    const { extensions } = this.clientCapabilities ?? {};
    return extensions === undefined ? {} : { extensions };
  }

  /** Tells whether a conversation is open, so that a call can be sent at once. */
  get isOpen(): boolean {
    return this.#opened?.ready !== undefined && !this.#isClosed && !this.#isOutdated();
  }

  /**
   * @param mayRepeat whether running it twice has the same effect as once
   * @throws McpError for an error that the upstream answered with, UpstreamError when there is no answer
   */
  exchange(exchange: Exchange, mayRepeat: boolean): Later<ExchangeResult> {
    return this.#attempts.run(exchange, mayRepeat);
  }

  /** Opens the conversation where there is none, and waits for an upstream that restarts. @throws UpstreamError, McpError */
  async reach(signal: AbortSource): Promise<void> {
    await withRetries(() => this.connect(), this.#attempts.rules(true, signal));
  }

  /** Opens the conversation where there is none. @throws UpstreamError, McpError */
  async connect(): Promise<Conversation> {
    if (this.#isClosed)
      throw new UpstreamError('closed', 'the upstream server is not served any more', { mayHaveRun: false });
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

  /** Opens the conversation if there is none. @returns the upstream's current facts @throws UpstreamError, McpError */
  async connectAnew(signal: AbortSignal): Promise<UpstreamFacts> {
    const conversation = await this.connect();
    try {
      await conversation.renew(signal);
      return conversation.facts;
    } catch (error) {
      if (!(await this.#eraCheck.hasChanged(error))) throw error;
      return (await this.connect()).facts;
    }
  }

  /** Checks that the upstream answers. @throws UpstreamError when it does not */
  async ping(signal: AbortSignal): Promise<void> {
    const conversation = await this.connect();
    try {
      await conversation.ping(signal);
    } catch (error) {
      // An upstream that answers with an error is alive.
      if (!(await this.#eraCheck.hasChanged(error)) && !(error instanceof McpError)) throw error;
    }
  }

  /** The conversation that another server could take over; on other transports, another server means another connection. */
  get #changeable(): Opened | undefined {
    const opened = this.#opened;
    return opened?.isFoundOut && opened.connection.isHttp ? opened : undefined;
  }

  async #discover(signal: AbortSignal): Promise<UpstreamFacts | undefined> {
    const { connection } = this.#changeable ?? {};
    if (!connection) throw new UpstreamError('closed', 'the upstream server is not served any more');
    return discover({ ...this.options, connection, ids: this.#ids }, signal);
  }

  /** Begins a new conversation over the same connection; calls in flight go on. */
  #replace(): void {
    const opened = this.#changeable;
    if (!opened || this.#isClosed) return;
    // An answer in the other era shows that the upstream was replaced. Until a longer pause is over, calls fail.
    if (this.#openings.waitMs(this.#openingKey) > longestSkippedMs) return;
    void opened.ready?.close();
    this.#opened = this.#open(() => opened.connection, this.#openings.count(this.#openingKey));
    this.options.events.onRenewed();
  }

  /** Watches these resources from now on, in every conversation. */
  watch(uris: ReadonlySet<string>): void {
    this.#watched = uris;
    void this.#opened?.conversation.then(
      (conversation) => conversation.watch(uris),
      () => undefined,
    );
  }

  /** @param graceMs time that calls in flight may take to finish */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    if (graceMs > 0) await this.#attempts.untilIdle(graceMs);
    await this.#reset(this.#opened);
  }

  #send(exchange: Exchange): PromiseLike<ExchangeResult> {
    const ready = this.isOpen ? this.#opened?.ready : undefined;
    return ready ? ready.exchange(exchange) : this.#exchangeOnceOpen(exchange);
  }

  async #exchangeOnceOpen(exchange: Exchange): Promise<ExchangeResult> {
    const conversation = await this.connect();
    return conversation.exchange(exchange);
  }

  #isOutdated(): boolean {
    const facts = this.#facts;
    if (!this.#opened || facts?.era !== 'legacy' || this.options.protocol !== 'auto') return false;
    return this.#attempts.inFlight === 0 && Date.now() - facts.since > legacyVerdictMs;
  }

  /** @throws UpstreamError when the configuration rules the connection out */
  #open(connect: UpstreamOptions['connect'], opening: Opening): Opened {
    const { options } = this;
    const parts: OpenedParts = {
      options,
      ids: this.#ids,
      openings: this.#openings,
      openingKey: this.#openingKey,
      onOpened: (conversation) => {
        // The upstream may have changed while it was away.
        if (this.#facts) options.events.onRenewed();
        this.#facts = { ...conversation.facts, since: Date.now() };
        if (this.#watched.size > 0) conversation.watch(this.#watched);
      },
      onEnded: (opened, error) => {
        if (this.#opened !== opened) return;
        this.#opened = undefined;
        options.events.onLost(error);
      },
    };
    const opened = new Opened(parts, { connect, protocol: this.#protocol });
    opened.conversation.catch((error: unknown) => opening.failed(error));
    return opened;
  }

  /** Closes a way that is of no more use; does nothing if it is not the current one. */
  async #reset(opened: Opened | undefined): Promise<void> {
    if (!opened || this.#opened !== opened) return;
    this.#opened = undefined;
    this.#protocol = this.options.protocol;
    await opened.close();
  }
}

function ignore(): void {
  // The way that serves all clients reports the same event.
}
