/**
 * One upstream server: its connection and its conversation, opened when first needed and again when they were lost.
 *
 * Every request goes through the breaker and the rules for trying again. Spec: docs/operate/gateway.md
 */
import type { JsonObject } from '@sigil/core';
import type { AbortSource } from '@sigil/core/catalog';
import type { Later } from '@sigil/core/engine';
import type { Connection, ConnectionEvents } from '../connect/connection.js';
import { Breaker, defaultBreakerLimits } from '../trouble/breaker.js';
import { UpstreamError } from '../trouble/upstream-error.js';
import { withRetries } from '../trouble/with-retries.js';
import { Attempts } from './attempts.js';
import type { Conversation, ConversationEvents, Exchange, ExchangeResult, UpstreamFacts } from './exchange.js';
import { LegacyConversation } from './legacy-conversation.js';
import { openConversation, type WantedProtocol } from './open-conversation.js';
import { readNews } from './modern-conversation.js';
import { RequestIds } from './request-ids.js';

/** The upstream, and what there is to be told of it. */
export interface UpstreamOptions {
  connect(events: ConnectionEvents): Connection;
  /** Tried where the upstream does not know how the other one speaks. */
  connectOld?(events: ConnectionEvents): Connection;
  readonly protocol: WantedProtocol;
  readonly client: JsonObject;
  readonly connectTimeoutMs: number;
  readonly retries: number;
  readonly events: UpstreamEvents;
  /** The capabilities of the only client that it serves; absent where it serves all of them. */
  readonly clientCapabilities?: JsonObject;
  /** The questions that may be asked over a connection that its clients share; all of them where left out. */
  readonly sharedCapabilities?: JsonObject;
  /** Shared by all ways to one upstream; without it this one has its own. */
  readonly breaker?: Breaker;
}

/** The news of an upstream server. */
export interface UpstreamEvents extends ConversationEvents {
  /** The connection ended by itself. */
  onLost(error: Error): void;
  onLog(line: string): void;
}

/** A verdict that the upstream is of an old era may be out of date without anybody noticing, so it is only believed for a day. */
const legacyVerdictMs = 86_400_000;

interface Opened {
  readonly connection: Connection;
  readonly conversation: Promise<Conversation>;
  /** The same once it is open: to wait for a promise in every call would cost. */
  ready?: Conversation;
}

export class Upstream {
  readonly #breaker: Breaker;
  readonly #ids = new RequestIds();
  #opened: Opened | undefined;
  #facts: (UpstreamFacts & { readonly since: number }) | undefined;
  readonly #attempts: Attempts;
  #watched: ReadonlySet<string> = new Set();
  #isClosed = false;

  constructor(private readonly options: UpstreamOptions) {
    this.#breaker = options.breaker ?? new Breaker(defaultBreakerLimits);
    this.#attempts = new Attempts({
      breaker: this.#breaker,
      retries: options.retries,
      isClosed: () => this.#isClosed,
      send: (exchange) => this.#send(exchange),
    });
  }

  /** Another way to the same upstream, for one client alone; nobody is told of its news. The caller closes it. */
  forClient(clientCapabilities: JsonObject): Upstream {
    // The era was found out already.
    return this.#another({ protocol: 'legacy', clientCapabilities });
  }

  /** Another way to the same upstream, for all clients that can be asked nothing; lists that change there are told of. The caller closes it. */
  forUnaskable(): Upstream {
    const { onListChanged } = this.options.events;
    return this.#another({ protocol: 'legacy', sharedCapabilities: {} }, { onListChanged });
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
    return this.#facts;
  }

  /** Milliseconds until an upstream that keeps failing is tried again; `undefined` for one that does not. */
  get openForMs(): number | undefined {
    return this.#breaker.isOpen ? this.#breaker.waitMs : undefined;
  }

  get inFlight(): number {
    return this.#attempts.inFlight;
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
      // Nothing was asked of it yet.
      throw error instanceof UpstreamError
        ? new UpstreamError(error.failure, error.message, { ...error, mayHaveRun: false, cause: error.cause })
        : error;
    }
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
    return this.#attempts.inFlight <= 1 && Date.now() - facts.since > legacyVerdictMs;
  }

  #open(): Opened {
    const { connect, connectOld } = this.options;
    const first = this.#openOver(connect, this.options.protocol);
    if (!connectOld) return first;
    const conversation = first.conversation.catch(async (error: unknown) => {
      if (!isUnknownTransport(error) || this.#opened?.conversation !== conversation) throw error;
      const older = this.#openOver(connectOld, 'legacy');
      this.#opened = { connection: older.connection, conversation };
      await first.connection.close();
      return older.conversation;
    });
    conversation.catch(() => undefined); // whoever waits for it hears of it
    return { connection: first.connection, conversation };
  }

  #openOver(connect: UpstreamOptions['connect'], protocol: WantedProtocol): Opened {
    const { events } = this.options;
    let conversation: Conversation | undefined;
    const connection = connect({
      onMessage: (message) => {
        if (conversation instanceof LegacyConversation) void conversation.receive(message).catch(() => undefined);
        else readNews(message, events);
      },
      onEnd: (error) => {
        if (this.#opened?.connection !== connection) return;
        this.#opened = undefined;
        events.onLost(error);
      },
      onLog: (line) => events.onLog(line),
    });
    const parts = { ...this.options, protocol, connection, ids: this.#ids };
    const opening = openConversation(parts, events).then((opened) => {
      conversation = opened;
      this.#facts = { ...opened.facts, since: Date.now() };
      if (this.#watched.size > 0) opened.watch(this.#watched);
      return opened;
    });
    opening.catch(() => undefined); // whoever waits for it hears of it
    return { connection, conversation: opening };
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
