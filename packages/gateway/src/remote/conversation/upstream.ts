/**
 * One upstream server: its connection and its conversation, opened when first needed and again when they were lost.
 *
 * Every request goes through the breaker and the rules for trying again. Spec: docs/operate/gateway.md
 */
import { McpError, type JsonObject } from '@sigil/core';
import type { AbortSource } from '@sigil/core/catalog';
import type { Later } from '@sigil/core/engine';
import type { Connection } from '../connect/connection.js';
import { Breaker, defaultBreakerLimits } from '../trouble/breaker.js';
import { beforeAsking, UpstreamError } from '../trouble/upstream-error.js';
import { withRetries } from '../trouble/with-retries.js';
import { Attempts } from './attempts.js';
import { CurrentConversation } from './current-conversation.js';
import { discover } from './discover.js';
import { EraCheck } from './era-check.js';
import type { Conversation, Exchange, ExchangeResult, UpstreamFacts } from './exchange.js';
import { openConversation, type WantedProtocol } from './open-conversation.js';
import { RequestIds } from './request-ids.js';
import type { UpstreamEvents, UpstreamOptions } from './upstream-options.js';

/** A verdict that the upstream is of an old era may be out of date without anybody noticing, so it is only believed for a day. */
const legacyVerdictMs = 86_400_000;

interface Opened {
  readonly connection: Connection;
  /** Tells whether the era was found out, and not named. */
  readonly isFoundOut: boolean;
  readonly conversation: Promise<Conversation>;
  /** The same once it is open: to wait for a promise in every call would cost. */
  ready?: Conversation;
}

export class Upstream {
  readonly #breaker: Breaker;
  readonly #eraCheck: EraCheck;
  readonly #ids = new RequestIds();
  #opened: Opened | undefined;
  #facts: (UpstreamFacts & { readonly since: number }) | undefined;
  readonly #attempts: Attempts;
  #watched: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(private readonly options: UpstreamOptions) {
    this.#breaker = options.breaker ?? new Breaker(defaultBreakerLimits);
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
      retries: options.retries,
      isClosed: () => this.#isClosed,
      send: (exchange) => this.#send(exchange),
    });
  }

  /** Another way to the same upstream, for one client alone; nobody is told of its news. The caller closes it. */
  forClient(clientCapabilities: JsonObject): Upstream {
    // The era was found out already.
    return this.#another({ protocol: 'legacy', clientCapabilities, eraCheck: this.#eraCheck });
  }

  /** Another way to the same upstream, for all clients that can be asked nothing; lists that change there are told of. The caller closes it. */
  forUnaskable(): Upstream {
    const { onListChanged } = this.options.events;
    const differing = { protocol: 'legacy', sharedCapabilities: {}, eraCheck: this.#eraCheck } as const;
    return this.#another(differing, { onListChanged });
  }

  /** Another way to the same upstream, over connections of its own kind; nobody is told of its news. The caller closes it. */
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
      events: { ...silent, onLog: events.onLog, onPageDone: events.onPageDone, ...told },
    });
  }

  /** The last words of the upstream on itself. */
  get facts(): UpstreamFacts | undefined {
    return this.#opened?.ready?.facts ?? this.#facts;
  }

  /** Milliseconds until an upstream that keeps failing is tried again; `undefined` for one that does not. */
  get openForMs(): number | undefined {
    return this.#breaker.isOpen ? this.#breaker.waitMs : undefined;
  }

  get inFlight(): number {
    return this.#attempts.inFlight;
  }

  /** Tells whether requests are under way there, and one was answered within so long. */
  isAnswering(withinMs: number): boolean {
    return this.inFlight > 0 && this.#attempts.hasAnsweredWithin(withinMs);
  }

  /** Tells whether all calls go over one connection, on which the upstream may ask everything. */
  get isOneConnection(): boolean {
    return this.#opened?.connection.isHttp === false;
  }

  /** Tells whether there is a conversation: then nothing has to be reached first. */
  get isOpen(): boolean {
    return this.#opened?.ready !== undefined && !this.#isClosed && !this.#isOutdated();
  }

  /**
   * @param mayRepeat whether running it twice is the same as once
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
    if (this.#isOutdated()) await this.#reset();
    this.#opened ??= this.#open();
    const { conversation } = this.#opened;
    try {
      const ready = await conversation;
      if (this.#opened?.conversation === conversation) this.#opened.ready = ready;
      return ready;
    } catch (error) {
      await this.#reset(conversation);
      throw beforeAsking(error);
    }
  }

  /** Opens the conversation where there is none. @returns what the upstream says of itself now @throws UpstreamError, McpError */
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

  /** Asks for a sign of life. @throws UpstreamError when there is none */
  async ping(signal: AbortSignal): Promise<void> {
    const conversation = await this.connect();
    try {
      await conversation.ping(signal);
    } catch (error) {
      // An upstream that answers is alive, whatever it thinks of the question.
      if (!(await this.#eraCheck.hasChanged(error)) && !(error instanceof McpError)) throw error;
    }
  }

  /** Over other transports another server is another connection. */
  get #changeable(): Opened | undefined {
    const opened = this.#opened;
    return opened?.isFoundOut && opened.connection.isHttp ? opened : undefined;
  }

  async #discover(signal: AbortSignal): Promise<UpstreamFacts | undefined> {
    const { connection } = this.#changeable ?? {};
    if (!connection) throw new UpstreamError('closed', 'the upstream server is not served any more');
    return discover({ ...this.options, connection, ids: this.#ids }, signal);
  }

  /** Begins the conversation anew over the same connection: calls in flight go on. */
  #replace(): void {
    const opened = this.#changeable;
    if (!opened || this.#isClosed) return;
    void opened.ready?.close();
    this.#opened = this.#open(opened.connection);
    this.options.events.onRenewed();
  }

  /** From here on, over whichever conversation there is. */
  watch(uris: ReadonlySet<string>): void {
    this.#watched = uris;
    void this.#opened?.conversation.then(
      (conversation) => conversation.watch(uris),
      () => undefined,
    );
  }

  /** @param graceMs time that calls in flight may go on */
  async close(graceMs: number): Promise<void> {
    this.#isClosed = true;
    if (graceMs > 0) await this.#attempts.untilIdle(graceMs);
    await this.#reset();
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

  /** @param connection one that there is; a new one where left out */
  #open(connection?: Connection): Opened {
    const { connect, connectOld } = this.options;
    const first = this.#openOver(connection ? () => connection : connect, this.options.protocol);
    if (!connectOld) return first;
    const conversation = first.conversation.catch(async (error: unknown) => {
      if (!isUnknownTransport(error) || this.#opened?.conversation !== conversation) throw error;
      const older = this.#openOver(connectOld, 'legacy');
      this.#opened = { ...older, conversation };
      await first.connection.close();
      return older.conversation;
    });
    conversation.catch(() => undefined); // whoever waits for it hears of it
    return { ...first, conversation };
  }

  #openOver(connect: UpstreamOptions['connect'], protocol: WantedProtocol): Opened {
    const { events } = this.options;
    const current = new CurrentConversation(events);
    const connection = connect({
      onMessage: (message) => current.receive(message),
      onEnd: (error) => {
        current.ended();
        // Of one that ends at once hears whoever waits for it.
        if (!current.connection || this.#opened?.connection !== current.connection) return;
        this.#opened = undefined;
        events.onLost(error);
      },
      onLog: (line) => events.onLog(line),
    });
    current.connection = connection;
    const parts = { ...this.options, protocol, connection, ids: this.#ids };
    const opening = openConversation(parts, events).then((opened) => {
      current.opened(opened);
      this.#facts = { ...opened.facts, since: Date.now() };
      if (this.#watched.size > 0) opened.watch(this.#watched);
      return opened;
    });
    opening.catch(() => undefined); // whoever waits for it hears of it
    return { connection, isFoundOut: protocol === 'auto', conversation: opening };
  }

  /** @param of closes only what this conversation is of */
  async #reset(of?: Promise<Conversation>): Promise<void> {
    const opened = this.#opened;
    if (!opened || (of && opened.conversation !== of)) return;
    this.#opened = undefined;
    // One that is still opening is cut off: a silent upstream would be waited for until its time is over.
    if (await isPending(opened.conversation)) await opened.connection.close();
    await opened.conversation.then(
      (conversation) => conversation.close(),
      () => undefined,
    );
    await opened.connection.close();
  }
}

function ignore(): void {
  // The way that serves all clients hears the same.
}

/** Returns whether the endpoint takes no posts, as one of the oldest transport does not. Spec: 2025-11-25 basic/transports#backwards-compatibility */
function isUnknownTransport(error: unknown): boolean {
  return error instanceof UpstreamError && [400, 404, 405].includes(error.status ?? 0);
}

async function isPending(work: Promise<unknown>): Promise<boolean> {
  const settled = work.then(
    () => false,
    () => false,
  );
  return Promise.race([settled, new Promise<boolean>((resolve) => setImmediate(resolve, true))]);
}
