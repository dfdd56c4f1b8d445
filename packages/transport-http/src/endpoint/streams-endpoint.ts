/**
 * The native view over HTTP: a POST calls one tool, and its events follow in one event stream, which ends with the last of them.
 *
 * Keeps nothing between requests: the caller ends its stream by disconnecting.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Clients, openNativeConversation, type Engine, type Fault, type Outlet } from '@sigil/core/engine';
import { endLater } from '../answers/end-later.js';
import { modernStatus } from '../answers/http-status.js';
import { ResponseOutlet, type AnswerRules } from '../answers/response-outlet.js';
import { systemClock, type Clock } from '../clock.js';
import { chooseLimits, defaultEndpointLimits, type EndpointLimits } from '../limits.js';
import { cutAtExpiry, type Authenticate, type DenyScopes } from '../requests/authentication.js';
import { Connections, type HttpExchange } from '../requests/http-exchange.js';
import { InFlight } from '../requests/in-flight.js';
import { serveInTurn } from '../requests/in-turn.js';
import { methodNotAllowed } from '../requests/legacy-handler.js';
import { PostReader, type PostReceiver } from '../requests/post-reader.js';
import { refuse, streamNotAccepted } from '../requests/refusal.js';
import { RequestGuard, type CallerRules } from '../requests/request-guard.js';
import type { HttpEndpoint } from './endpoint.js';

/** The options of the endpoint. */
export interface StreamsOptions extends CallerRules {
  readonly limits?: Partial<EndpointLimits>;
  readonly clock?: Clock;
  /** See `EndpointOptions`. */
  readonly authenticate?: Authenticate | undefined;
  /** See `EndpointOptions`. */
  readonly denyScopes?: DenyScopes | undefined;
  /** The registry that counts what clients use. Default: the endpoint counts on its own. */
  readonly clients?: Clients;
  /** Receives internal faults that a caller saw as status 500, or as a stream that broke off. */
  readonly onFault?: (fault: Fault) => void;
}

/**
 * Makes an endpoint that serves the native view.
 *
 * @throws RangeError when a limit makes no sense
 */
export function createStreamsEndpoint(engine: Engine, options: StreamsOptions = {}): HttpEndpoint {
  return new StreamsEndpoint(engine, options);
}

class StreamsEndpoint implements HttpEndpoint, PostReceiver {
  readonly sessionCount = 0;
  readonly #answers: AnswerRules;
  readonly #posts: PostReader;
  readonly #guard: RequestGuard;
  readonly #work = new InFlight();
  readonly #onFault: (fault: Fault) => void;

  constructor(
    private readonly engine: Engine,
    options: StreamsOptions,
  ) {
    const limits = chooseLimits(defaultEndpointLimits, options.limits);
    const { clock = systemClock, denyScopes, clients = new Clients(), onFault = () => undefined } = options;
    this.#answers = { statusOf: modernStatus, limits, clock, denyScopes };
    this.#posts = new PostReader(limits, clock);
    this.#guard = new RequestGuard({ ...options, connections: new Connections(clients) }, 'POST');
    this.#onFault = onFault;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    serveInTurn(request, response, () => this.#guard.check(request, response, this.#serveExchange));
  }

  readonly #serveExchange = (exchange: HttpExchange): void => {
    const { request, response, forms } = exchange;
    if (request.method !== 'POST') refuse(response, methodNotAllowed('POST'));
    else if (!forms.stream) refuse(response, streamNotAccepted);
    else this.#posts.receive(exchange, this);
  };

  receive(text: string, exchange: HttpExchange): void {
    const outlet = new ResponseOutlet(exchange, this.#answers);
    const { principal } = exchange;
    const conversation = openNativeConversation(this.engine, asEvents(outlet), { principal });
    cutAtExpiry(exchange, this.#answers.clock);
    const answer = { outlet, endsWithCaller: true, cancel: () => conversation.close() };
    endLater(conversation.receive(text), answer, { work: this.#work, onFault: this.#onFault });
  }

  /** Every stream is the answer of a call, so none is ended before its call. */
  finish(graceMs: number): Promise<void> {
    return this.#work.finish(graceMs, this.#answers.clock);
  }

  async close(graceMs = 0): Promise<void> {
    this.#guard.close();
    await this.finish(graceMs);
  }
}

/** Sends the number of a subscription as the first event of a stream. A refusal comes before any event, and is an answer of its own. */
function asEvents(outlet: ResponseOutlet): Outlet {
  return {
    connection: outlet.connection,
    send: (message) => outlet.send(message.problem === undefined ? { ...message, kind: 'notification' } : message),
  };
}
