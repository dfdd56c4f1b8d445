/**
 * One MCP endpoint over HTTP: decides, in the order the protocol gives, who answers a request, and lets the engine do it.
 *
 * Works on node:http's own request and response; which path leads here is the caller's business.
 * Spec: 2026-07-28 basic/transports/streamable-http, 2025-11-25 basic/transports#streamable-http
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { namesModernEra, type Engine, type Fault, type Incoming, type ModernIncoming } from '@sigil/core';
import { buildCallerCheck, type CallerRules } from './check-caller.js';
import { checkContent } from './check-content.js';
import { systemClock, type Clock } from './clock.js';
import { buildCrossOrigin } from './cross-origin.js';
import { Deadlines } from './deadlines.js';
import type { HttpExchange, LegacyLeg } from './http-exchange.js';
import { modernStatus } from './http-status.js';
import { chooseLimits, defaultEndpointLimits, type EndpointLimits } from './limits.js';
import { readAccept } from './read-accept.js';
import { readBody, tooLong, type BodyRules } from './read-body.js';
import { readHeaders } from './read-headers.js';
import { refuse, refuseAndClose, type Refusal } from './refusal.js';
import { endAnswer, ResponseOutlet } from './response-outlet.js';
import { SessionLeg } from './session-leg.js';
import { StatelessLeg } from './stateless-leg.js';
import { WorkInHand } from './work-in-hand.js';

/** All optional: the defaults serve clients on this machine, in sessions. */
export interface EndpointOptions extends CallerRules {
  /** How clients with a handshake are served: in sessions (the default), or each request by itself. */
  readonly sessions?: 'stateful' | 'stateless';
  readonly limits?: Partial<EndpointLimits>;
  readonly clock?: Clock;
  /** Told of a fault of ours that a caller saw as status 500. */
  readonly onFault?: (fault: Fault) => void;
}

/** Serves one engine at one path. */
export interface HttpEndpoint {
  /** Answers the request. Nothing may have read its body before. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Refuses new requests and ends what would never end by itself.
   *
   * @param graceMs how long running requests may go on; 0 when left out
   * @returns resolves when none is left; the engine stays open
   */
  close(graceMs?: number): Promise<void>;
  /** Legacy sessions right now. */
  readonly sessionCount: number;
}

const closingRefusal: Refusal = {
  status: 503,
  problem: 'internal-error',
  message: 'this endpoint is closing: try again later',
  headers: ['Retry-After', '5', 'Connection', 'close'],
};
const notAcceptable: Refusal = { status: 406, message: 'Accept must admit application/json or text/event-stream' };
const notUtf8: Refusal = { status: 400, problem: 'parse-error', message: 'the body is not UTF-8' };

/**
 * Makes an endpoint; it serves what is handed to `handle`.
 *
 * @throws RangeError when a limit makes no sense
 */
export function createEndpoint(engine: Engine, options: EndpointOptions = {}): HttpEndpoint {
  return new Endpoint(engine, options);
}

class Endpoint implements HttpEndpoint {
  readonly #limits: EndpointLimits;
  readonly #clock: Clock;
  readonly #bodyRules: BodyRules;
  readonly #work = new WorkInHand();
  readonly #legacy: LegacyLeg;
  readonly #checkCaller: ReturnType<typeof buildCallerCheck>;
  readonly #prepareCrossOrigin: ReturnType<typeof buildCrossOrigin>;
  readonly #onFault: (fault: Fault) => void;
  #isClosing = false;

  constructor(
    private readonly engine: Engine,
    options: EndpointOptions,
  ) {
    this.#limits = chooseLimits(defaultEndpointLimits, options.limits);
    this.#clock = options.clock ?? systemClock;
    const { maxBodyBytes, bodyTimeoutMs } = this.#limits;
    this.#bodyRules = { maxBodyBytes, bodyTimeoutMs, deadlines: new Deadlines(bodyTimeoutMs, this.#clock) };
    this.#checkCaller = buildCallerCheck(options);
    this.#onFault = options.onFault ?? (() => undefined);
    const parts = { engine, limits: this.#limits, clock: this.#clock, work: this.#work, onFault: this.#onFault };
    this.#legacy = options.sessions === 'stateless' ? new StatelessLeg(parts) : new SessionLeg(parts);
    this.#prepareCrossOrigin = buildCrossOrigin(options.allowedOrigins ?? [], this.#legacy.allow);
  }

  get sessionCount(): number {
    return this.#legacy.sessionCount;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    response.on('error', letGo);
    const headers = readHeaders(request.rawHeaders);
    const refusal = this.#isClosing ? closingRefusal : this.#checkCaller(headers);
    if (refusal) {
      refuse(response, refusal);
      return;
    }
    if (headers.origin !== undefined && this.#prepareCrossOrigin(request, response, headers.origin)) return;
    const exchange: HttpExchange = { request, response, headers, forms: readAccept(headers.accept) };
    if (request.method === 'POST') this.#post(exchange);
    else this.#legacy.serveOther(exchange);
  }

  async close(graceMs = 0): Promise<void> {
    this.#isClosing = true;
    this.#legacy.endStreams();
    await this.#work.finish(graceMs, this.#clock);
    this.#legacy.close();
    this.#bodyRules.deadlines.close();
  }

  #post(exchange: HttpExchange): void {
    const { request, response, headers, forms } = exchange;
    const refusal = checkContent(headers) ?? (forms.json || forms.stream ? undefined : notAcceptable);
    if (refusal) {
      refuse(response, refusal);
      return;
    }
    if (Number(headers.contentLength) > this.#limits.maxBodyBytes) {
      this.#refuseBody(exchange, tooLong(this.#limits.maxBodyBytes));
      return;
    }
    readBody(request, this.#bodyRules, {
      onText: (text) => (text === undefined ? refuse(response, notUtf8) : this.#receive(text, exchange)),
      onRefusal: (bodyRefusal) => this.#refuseBody(exchange, bodyRefusal),
    });
  }

  #refuseBody({ request, response }: HttpExchange, refusal: Refusal): void {
    refuseAndClose(request, response, { refusal, lingerMs: this.#limits.lingerMs, clock: this.#clock });
  }

  #receive(text: string, exchange: HttpExchange): void {
    try {
      this.#route(this.engine.read(text, exchange.headers), exchange);
    } catch (error) {
      this.#outlet(exchange).fail();
      this.#onFault({ during: 'a POST', error });
    }
  }

  #route(incoming: Incoming, exchange: HttpExchange): void {
    if (incoming.kind === 'modern') this.#serve(incoming, exchange);
    else if (isModernNotification(incoming, exchange)) this.#outlet(exchange).finish();
    else if (incoming.kind !== 'refused') this.#legacy.receive(incoming, exchange);
    else void this.#outlet(exchange).send(incoming.response);
  }

  /** The peer leaving before the end of its answer is how it cancels. */
  #serve(incoming: ModernIncoming, exchange: HttpExchange): void {
    const { response } = exchange;
    const outlet = this.#outlet(exchange);
    const served = this.engine.serve(incoming, outlet);
    const done = endAnswer(served.done, outlet, this.#onFault);
    this.#work.add({ done, cancel: () => served.cancel() });
    if (outlet.isEnded) return;
    response.once('close', () => {
      if (!outlet.isEnded) served.cancel();
    });
    if (response.destroyed) served.cancel();
  }

  #outlet({ response, forms }: HttpExchange): ResponseOutlet {
    return new ResponseOutlet(response, { forms, statusOf: modernStatus, limits: this.#limits, clock: this.#clock });
  }
}

/** By its header only. Nothing is done for any notification of that era, so it is accepted without a session. */
function isModernNotification(incoming: Incoming, { headers }: HttpExchange): boolean {
  if (incoming.kind !== 'legacy' || incoming.message.kind !== 'notification') return false;
  return namesModernEra(headers.protocolVersion ?? '');
}

/** The caller is gone, which the response's `close` event says too. */
function letGo(): void {
  // Without a listener node:http would end the process over it.
}
