/**
 * One MCP endpoint over HTTP. Routes one HTTP request to a modern call, a legacy session or a refusal.
 *
 * Works on node:http's own request and response; the caller decides which path leads here.
 * Spec: 2026-07-28 basic/transports/streamable-http, 2025-11-25 basic/transports#streamable-http
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  Clients,
  namesModernEra,
  type Engine,
  type Fault,
  type Incoming,
  type ModernIncoming,
  type RefusedIncoming,
} from '@sigil/core/engine';
import { systemClock, type Clock } from '../clock.js';
import { cutAtExpiry, type Authenticate, type DenyScopes } from '../requests/authentication.js';
import { RequestGuard, type CallerRules } from '../requests/request-guard.js';
import type { EventStore } from '@sigil/core/stores';
import { Connections, type HttpExchange } from '../requests/http-exchange.js';
import type { LegacyHandler } from '../requests/legacy-handler.js';
import { modernStatus } from '../answers/http-status.js';
import { serveInTurn } from '../requests/in-turn.js';
import { chooseLimits, defaultEndpointLimits, type EndpointLimits } from '../limits.js';
import { PostReader, type PostReceiver } from '../requests/post-reader.js';
import { refusalFor } from '../requests/refused-message.js';
import { refuse, type Refusal } from '../requests/refusal.js';
import { endLater } from '../answers/end-later.js';
import { ResponseOutlet, type AnswerRules } from '../answers/response-outlet.js';
import { StatefulHandler } from '../sessions/stateful-handler.js';
import type { Sharing } from '../shared/endpoint-sharing.js';
import { serveStanding } from './standing-exchange.js';
import { StatelessHandler } from './stateless-handler.js';
import { InFlight } from '../requests/in-flight.js';

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
  /** Answers the request, whose body must be unread. */
  handle(request: IncomingMessage, response: ServerResponse): void;
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

class Endpoint implements HttpEndpoint, PostReceiver {
  readonly #answers: AnswerRules;
  readonly #clock: Clock;
  readonly #posts: PostReader;
  readonly #work = new InFlight();
  readonly #stateful: StatefulHandler | undefined;
  readonly #legacy: LegacyHandler;
  readonly #guard: RequestGuard;
  readonly #onFault: (fault: Fault) => void;

  constructor(
    private readonly engine: Engine,
    private readonly options: EndpointOptions,
  ) {
    const limits = chooseLimits(defaultEndpointLimits, options.limits);
    const clock = options.clock ?? systemClock;
    const onFault = options.onFault ?? (() => undefined);
    const { denyScopes, sharing } = options;
    const parts = { engine, limits, clock, work: this.#work, denyScopes, onFault, sharing };
    this.#answers = { statusOf: modernStatus, limits, clock, denyScopes };
    this.#clock = clock;
    this.#onFault = onFault;
    this.#posts = new PostReader(limits, clock);
    this.#stateful = options.sessions === 'stateless' ? undefined : new StatefulHandler(parts, options.eventStore);
    this.#legacy = this.#stateful ?? new StatelessHandler(parts);
    const connections = new Connections(options.clients ?? new Clients());
    this.#guard = new RequestGuard({ ...options, connections }, this.#legacy.allow);
  }

  get sessionCount(): number {
    return this.#legacy.sessionCount;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    if (this.options.showPage && isForBrowser(request)) this.options.showPage(request, response);
    else if (response.socket) this.#handle(request, response);
    else serveInTurn(request, response, () => this.#handle(request, response));
  }

  #handle(request: IncomingMessage, response: ServerResponse): void {
    this.#guard.check(request, response, this.#serveExchange);
  }

  readonly #serveExchange = (exchange: HttpExchange): void => {
    const { request, response, forms } = exchange;
    const { json, stream } = forms;
    if (request.method !== 'POST') this.#legacy.serveOther(exchange);
    else if (!json && !stream) refuse(response, notAcceptable);
    else this.#posts.receive(exchange, this);
  };

  receive(text: string, exchange: HttpExchange): void {
    try {
      this.#route(this.engine.read(text, exchange.headers), exchange);
    } catch (error) {
      this.#outlet(exchange).fail();
      this.#onFault({ during: 'a POST', error });
    }
  }

  finish(graceMs: number): Promise<void> {
    this.#legacy.endStreams();
    return this.#work.finish(graceMs, this.#clock);
  }

  async close(graceMs = 0): Promise<void> {
    this.#guard.close();
    await this.finish(graceMs);
    this.#legacy.close();
  }

  #route(incoming: Incoming, exchange: HttpExchange): void {
    if (incoming.kind === 'modern') this.#serve(incoming, exchange);
    else if (isModernNotification(incoming, exchange)) void this.#outlet(exchange).finish();
    else if (incoming.kind !== 'refused') this.#legacy.receive(incoming, exchange);
    else this.#refuse(incoming, exchange);
  }

  /** Answers a text without a readable message. */
  #refuse(incoming: RefusedIncoming, exchange: HttpExchange): void {
    const outlet = new ResponseOutlet(exchange, this.#answers, this.#stateful?.findSession(exchange));
    void outlet.send(refusalFor(incoming, exchange.hasBatches));
  }

  /** Serves a modern call; the peer cancels it by disconnecting before the end of its answer. */
  #serve(incoming: ModernIncoming, exchange: HttpExchange): void {
    const outlet = this.#outlet(exchange);
    const served = this.engine.serve(incoming, outlet, exchange.principal);
    if (served.follow) {
      serveStanding(served, outlet, this.#work);
      cutAtExpiry(exchange, this.#clock);
      return;
    }
    const done = served.isDone ? outlet.finish() : served.done;
    if (!done) return;
    const answer = { outlet, endsWithCaller: true, cancel: (why?: string) => served.cancel(why) };
    endLater(done, answer, { work: this.#work, onFault: this.#onFault });
  }

  #outlet(exchange: HttpExchange): ResponseOutlet {
    return new ResponseOutlet(exchange, this.#answers);
  }
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
