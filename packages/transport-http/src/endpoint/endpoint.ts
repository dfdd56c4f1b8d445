/**
 * One MCP endpoint over HTTP. Routes one HTTP request to a modern call, a legacy session or a refusal.
 *
 * Works on node:http's own request and response; the caller decides which path leads here.
 * Spec: 2026-07-28 basic/transports/streamable-http, 2025-11-25 basic/transports#streamable-http
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { Clients, type Engine, type Fault, type Principal } from '@sigil/core/engine';
import {
  namesModernEra,
  RunningList,
  type Incoming,
  type ModernIncoming,
  type RefusedIncoming,
} from '@sigil/core/internal';
import { systemClock, type Clock } from '../clock.js';
import { cutAtExpiry, type Authenticate, type DenyScopes } from '../requests/authentication.js';
import type { CallerRules } from '../requests/caller-check.js';
import type { EventStore } from '@sigil/core/stores';
import { Connections } from '../requests/connections.js';
import type { HttpExchange } from '../requests/http-exchange.js';
import type { LegacyHandler } from '../requests/legacy-handler.js';
import { modernStatus } from '../answers/http-status.js';
import { chooseLimits, defaultEndpointLimits, type EndpointLimits } from '../limits.js';
import { RequestReader, type ReadRequest } from '../requests/request-reader.js';
import { refusalFor } from '../requests/refused-message.js';
import { failAnswer, type Refusal } from '../requests/refusal.js';
import { awaitAnswer } from '../answers/await-answer.js';
import { ResponseOutlet, type AnswerRules } from '../answers/response-outlet.js';
import { StatefulHandler } from '../sessions/stateful-handler.js';
import type { Sharing } from '../shared/endpoint-sharing.js';
import { StatelessHandler } from './stateless-handler.js';
import { finishWork, type Work } from '../requests/work.js';

/** The options of an endpoint; the defaults serve clients on this machine, in sessions. */
export interface EndpointOptions extends CallerRules {
  /** The mode for clients with a handshake: sessions (the default), or each request on its own. */
  readonly sessions?: 'stateful' | 'stateless';
  readonly limits?: Partial<EndpointLimits>;
  readonly clock?: Clock;
  /** Authenticates every request before any of it is read. Default: no authentication. */
  readonly authenticate?: Authenticate | undefined;
  /** Writes the challenge for a caller that lacks scopes. Default: a plain 403. */
  readonly denyScopes?: DenyScopes | undefined;
  /** The registry that counts what clients use. Default: the endpoint counts on its own. */
  readonly clients?: Clients;
  /** Stores the events of streams for clients that reconnect. Default: in memory. Not closed with the endpoint. */
  readonly eventStore?: EventStore;
  /** Shows browsers a page. Default: a browser is answered like a client. */
  readonly showPage?: (request: IncomingMessage, response: ServerResponse) => void;
  /** Shares the sessions with other processes, for clients whose requests reach different ones. Not closed with the endpoint. */
  readonly sharing?: Sharing | undefined;
  /** Receives internal faults that a caller saw as status 500. */
  readonly onFault?: (fault: Fault) => void;
}

/** Serves one engine at one path. */
export interface HttpEndpoint {
  /**
   * Answers the request. If code before has read its body, that is served as its parser left it.
   *
   * @param request of node:http, or of the compatibility API of node:http2
   * @param parsedBody such a body; default: `request.body`, where parsers of Express and most platforms leave it
   * @param principal the caller, if code before has authenticated it: tools see it, and `authenticate` is not called
   */
  handle(
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
    parsedBody?: unknown,
    principal?: Principal,
  ): void;
  /**
   * Ends streams that would never end by themselves, and lets requests finish, including those that still arrive.
   *
   * @param graceMs how long they may continue
   * @returns resolves when none is left
   */
  finish(graceMs: number): Promise<void>;
  /**
   * Refuses new requests and ends streams that would never end by themselves.
   *
   * @param graceMs how long running requests may continue; default: 0
   * @returns resolves when none is left; the engine stays open
   */
  close(graceMs?: number): Promise<void>;
  /** The number of open legacy sessions. */
  readonly sessionCount: number;
}

const notAcceptable: Refusal = { status: 406, message: 'Accept must admit application/json or text/event-stream' };

/**
 * Makes an endpoint that serves the requests passed to `handle`.
 *
 * @throws RangeError when a limit makes no sense
 */
export function createEndpoint(engine: Engine, options: EndpointOptions = {}): HttpEndpoint {
  return new Endpoint(engine, options);
}

class Endpoint implements HttpEndpoint {
  readonly #answers: AnswerRules;
  readonly #clock: Clock;
  readonly #reader: RequestReader;
  readonly #works = new RunningList<Work>();
  readonly #stateful: StatefulHandler | undefined;
  readonly #legacy: LegacyHandler;
  readonly #onFault: (fault: Fault) => void;

  constructor(
    private readonly engine: Engine,
    private readonly options: EndpointOptions,
  ) {
    const limits = chooseLimits(defaultEndpointLimits, options.limits);
    const { clock = systemClock, onFault = () => undefined, denyScopes, sharing, clients = new Clients() } = options;
    const parts = { engine, limits, clock, works: this.#works, denyScopes, onFault, sharing };
    this.#answers = { statusOf: modernStatus, limits, clock, denyScopes };
    this.#clock = clock;
    this.#onFault = onFault;
    this.#stateful = options.sessions === 'stateless' ? undefined : new StatefulHandler(parts, options.eventStore);
    this.#legacy = this.#stateful ?? new StatelessHandler(parts);
    const { allow } = this.#legacy;
    const connections = new Connections(clients);
    this.#reader = new RequestReader({ ...options, allow, connections, limits, clock, onFault, refuseHead });
  }

  get sessionCount(): number {
    return this.#legacy.sessionCount;
  }

  handle(request: IncomingMessage, response: ServerResponse, parsedBody?: unknown, principal?: Principal): void {
    if (this.options.showPage && isForBrowser(request)) this.options.showPage(request, response);
    else void this.#serve(request, response, parsedBody, principal);
  }

  async finish(graceMs: number): Promise<void> {
    this.#legacy.endStreams();
    await finishWork(this.#works, graceMs, this.#clock);
  }

  async close(graceMs = 0): Promise<void> {
    this.#reader.close();
    await this.finish(graceMs);
    this.#legacy.close();
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    parsedBody: unknown,
    principal: Principal | undefined,
  ): Promise<void> {
    try {
      const read = await this.#reader.read(request, response, parsedBody, principal);
      if (read) await this.#answer(read);
    } catch (error) {
      failAnswer(response);
      this.#onFault({ during: `a ${request.method}`, error });
    }
  }

  async #answer({ exchange, text }: ReadRequest): Promise<void> {
    if (text === undefined) return this.#legacy.serveOther(exchange);
    try {
      const incoming = this.engine.read(text, exchange.headers);
      if (incoming.kind === 'modern') await this.#answerModern(incoming, exchange);
      else if (isModernNotification(incoming, exchange)) await this.#outlet(exchange).finish();
      else if (incoming.kind !== 'refused') await this.#legacy.receive(incoming, exchange);
      else await this.#answerUnreadable(incoming, exchange);
    } finally {
      exchange.release();
    }
  }

  /** Answers a text without a readable message. */
  async #answerUnreadable(incoming: RefusedIncoming, exchange: HttpExchange): Promise<void> {
    const outlet = new ResponseOutlet(exchange, this.#answers, this.#stateful?.findSession(exchange));
    await outlet.send(refusalFor(incoming, exchange.hasBatches));
  }

  /** Answers a modern message; the peer cancels it by disconnecting before the end of its answer. */
  async #answerModern(incoming: ModernIncoming, exchange: HttpExchange): Promise<void> {
    const { response, principal } = exchange;
    const outlet = this.#outlet(exchange);
    const served = this.engine.serve(incoming, outlet, principal);
    const onClose = (): void => served.cancel();
    if (response.destroyed) onClose();
    else response.on('close', onClose);
    if (isListening(incoming)) cutAtExpiry(exchange, this.#clock);
    await awaitAnswer(outlet, served, this.#works, this.#onFault);
    // A cancellation after the answer would still make an error with a stack.
    response.off('close', onClose);
  }

  #outlet(exchange: HttpExchange): ResponseOutlet {
    return new ResponseOutlet(exchange, this.#answers);
  }
}

/** Refuses a POST whose sender accepts no form of answer. */
function refuseHead({ request, forms }: HttpExchange): Refusal | undefined {
  return request.method === 'POST' && !forms.json && !forms.stream ? notAcceptable : undefined;
}

/** Returns whether the answer is a subscription, which may last for days. */
function isListening({ message }: ModernIncoming): boolean {
  return message.kind === 'request' && message.method === 'subscriptions/listen';
}

/**
 * Returns whether a browser sent the request: a client's GET accepts an event stream. Spec: 2025-11-25
 * basic/transports#listening-for-messages-from-the-server
 */
function isForBrowser({ method, headers: { accept = '' } }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return accept.includes('text/html') && !accept.includes('text/event-stream');
}

/**
 * Returns whether the header marks a modern notification. Such a notification has no effect, so it is accepted without a session.
 */
function isModernNotification(incoming: Incoming, { headers }: HttpExchange): boolean {
  if (incoming.kind !== 'legacy' || incoming.message.kind !== 'notification') return false;
  return namesModernEra(headers.protocolVersion ?? '');
}
