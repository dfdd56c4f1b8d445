/**
 * The native view over HTTP: a POST calls one tool, and its events follow in one event stream, which ends with the last of them.
 *
 * Keeps nothing between requests: the caller ends its stream by disconnecting.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Clients, type Engine, type Fault, type Outlet, type Principal } from '@sigil/core/engine';
import { openNativeConversation, RunningList } from '@sigil/core/internal';
import { awaitAnswer } from '../answers/await-answer.js';
import { modernStatus } from '../answers/http-status.js';
import { ResponseOutlet, type AnswerRules } from '../answers/response-outlet.js';
import { systemClock, type Clock } from '../clock.js';
import { chooseLimits, defaultEndpointLimits, type EndpointLimits } from '../limits.js';
import { cutAtExpiry, type Authenticate, type DenyScopes } from '../requests/authentication.js';
import type { CallerRules } from '../requests/caller-check.js';
import { Connections } from '../requests/connections.js';
import type { HttpExchange } from '../requests/http-exchange.js';
import { finishWork, type Work } from '../requests/work.js';
import { methodNotAllowed } from '../requests/legacy-handler.js';
import { failAnswer, streamNotAccepted, type Refusal } from '../requests/refusal.js';
import { RequestReader } from '../requests/request-reader.js';
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

class StreamsEndpoint implements HttpEndpoint {
  readonly sessionCount = 0;
  readonly #answers: AnswerRules;
  readonly #reader: RequestReader;
  readonly #works = new RunningList<Work>();
  readonly #onFault: (fault: Fault) => void;

  constructor(
    private readonly engine: Engine,
    options: StreamsOptions,
  ) {
    const limits = chooseLimits(defaultEndpointLimits, options.limits);
    const { clock = systemClock, denyScopes, clients = new Clients(), onFault = () => undefined } = options;
    const connections = new Connections(clients);
    this.#answers = { statusOf: modernStatus, limits, clock, denyScopes };
    this.#reader = new RequestReader({ ...options, allow: 'POST', connections, limits, clock, onFault, refuseHead });
    this.#onFault = onFault;
  }

  handle(request: IncomingMessage, response: ServerResponse, parsedBody?: unknown, principal?: Principal): void {
    void this.#serve(request, response, parsedBody, principal);
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    parsedBody: unknown,
    principal: Principal | undefined,
  ): Promise<void> {
    try {
      const read = await this.#reader.read(request, response, parsedBody, principal);
      if (read?.text !== undefined) await this.#answer(read.exchange, read.text);
    } catch (error) {
      failAnswer(response);
      this.#onFault({ during: 'a POST', error });
    }
  }

  /** Answers a POST; the peer ends its stream by disconnecting. */
  async #answer(exchange: HttpExchange, text: string): Promise<void> {
    const { response, principal } = exchange;
    const outlet = new ResponseOutlet(exchange, this.#answers);
    const conversation = openNativeConversation(this.engine, asEvents(outlet), { principal });
    const close = (): void => conversation.close();
    if (response.destroyed) close();
    else response.on('close', close);
    cutAtExpiry(exchange, this.#answers.clock);
    const running = { done: conversation.receive(text), cancel: close };
    await awaitAnswer(outlet, running, this.#works, this.#onFault);
    response.off('close', close);
    exchange.release();
  }

  /** Every stream is the answer of a call, so none is ended before its call. */
  finish(graceMs: number): Promise<void> {
    return finishWork(this.#works, graceMs, this.#answers.clock);
  }

  async close(graceMs = 0): Promise<void> {
    this.#reader.close();
    await this.finish(graceMs);
  }
}

function refuseHead({ request, forms }: HttpExchange): Refusal | undefined {
  if (request.method !== 'POST') return methodNotAllowed('POST');
  return forms.stream ? undefined : streamNotAccepted;
}

/** Sends the number of a subscription as the first event of a stream. A refusal comes before any event, and is an answer of its own. */
function asEvents(outlet: ResponseOutlet): Outlet {
  return {
    connection: outlet.connection,
    send: (message) => outlet.send(message.problem === undefined ? { ...message, kind: 'notification' } : message),
  };
}
