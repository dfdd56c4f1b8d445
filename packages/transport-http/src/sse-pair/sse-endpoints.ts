/**
 * The endpoint pair for clients older than Streamable HTTP: a stream that carries all our messages, answers included, and a
 * second path to post to. A session lasts as long as its stream.
 *
 * Off unless an application mounts both. Spec: 2024-11-05 basic/transports#http-with-sse
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Clients, findRevision, type Budget, type Engine, type Fault, type Incoming } from '@sigil/core/engine';
import { systemClock, type Clock } from '../clock.js';
import { cutAtExpiry, isSameCaller, type Authenticate } from '../requests/authentication.js';
import { RequestGuard, type CallerRules } from '../requests/request-guard.js';
import type { HttpEndpoint } from '../endpoint/endpoint.js';
import { EventStream } from '../answers/event-stream.js';
import { Connections, keepAliveHead, type HttpExchange } from '../requests/http-exchange.js';
import { methodNotAllowed, unknownVersion } from '../requests/legacy-handler.js';
import { serveInTurn } from '../requests/in-turn.js';
import { chooseLimits, defaultEndpointLimits, type EndpointLimits } from '../limits.js';
import { PostReader } from '../requests/post-reader.js';
import { refusalFor } from '../requests/refused-message.js';
import { ourFault, refuse, streamNotAccepted, tooMuch, type Refusal } from '../requests/refusal.js';
import { endpointEvent } from '../answers/sse-event.js';
import { SseSession } from './sse-session.js';
import { InFlight } from '../requests/in-flight.js';

/** The options of the pair. */
export interface SseOptions extends CallerRules {
  /** The path at which `messages` is mounted, or a reference relative to the stream's: `/messages`. Without a query. */
  readonly messagesPath: string;
  readonly limits?: Partial<EndpointLimits>;
  readonly clock?: Clock;
  /** See `EndpointOptions`. */
  readonly authenticate?: Authenticate | undefined;
  /** The registry that counts what clients use. Default: the pair counts on its own. */
  readonly clients?: Clients;
  /** Receives internal faults that a caller saw as status 500, or as a missing answer. */
  readonly onFault?: (fault: Fault) => void;
}

/** Two endpoints of one server. Closing either closes both. */
export interface SseEndpoints {
  /** Serves GET. */
  readonly stream: HttpEndpoint;
  /** Serves POST. */
  readonly messages: HttpEndpoint;
}

const sessionParameter = 'sessionId';
const idBytes = 16;

const missingSession: Refusal = { status: 400, message: `the query parameter ${sessionParameter} is missing` };
const unknownSession: Refusal = {
  status: 404,
  problem: 'unknown-session',
  message: 'Session not found, it has ended or never was: open the event stream again',
};

const accepted = 'Accepted';
const acceptedHead = ['Content-Type', 'text/plain', 'Content-Length', String(accepted.length)];

/**
 * Makes the pair.
 *
 * @throws RangeError when a limit makes no sense
 */
export function createSseEndpoints(engine: Engine, options: SseOptions): SseEndpoints {
  const pair = new SsePair(engine, options);
  const close = (graceMs = 0): Promise<void> => pair.close(graceMs);
  const endpointOf = (handle: HttpEndpoint['handle']): HttpEndpoint => ({
    handle,
    finish: (graceMs) => pair.finish(graceMs),
    close,
    get sessionCount() {
      return pair.sessionCount;
    },
  });
  return {
    stream: endpointOf((request, response) =>
      serveInTurn(request, response, () => pair.handleStream(request, response)),
    ),
    messages: endpointOf((request, response) =>
      serveInTurn(request, response, () => pair.handleMessage(request, response)),
    ),
  };
}

/** Takes one unit of `needed`, or gives back one of `taken` if that fails. @returns the exhausted budget */
function takeWith(needed: Budget, taken: Budget): Budget | undefined {
  const full = needed.take(1);
  if (full) taken.give(1);
  return full;
}

class SsePair {
  readonly #limits: EndpointLimits;
  readonly #clock: Clock;
  readonly #onFault: (fault: Fault) => void;
  readonly #posts: PostReader;
  readonly #streamGuard: RequestGuard;
  readonly #messageGuard: RequestGuard;
  readonly #work = new InFlight();
  readonly #sessions = new Map<string, SseSession>();
  #closed: Promise<void> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly options: SseOptions,
  ) {
    this.#limits = chooseLimits(defaultEndpointLimits, options.limits);
    this.#clock = options.clock ?? systemClock;
    this.#onFault = options.onFault ?? (() => undefined);
    this.#posts = new PostReader(this.#limits, this.#clock);
    const connections = new Connections(options.clients ?? new Clients());
    this.#streamGuard = new RequestGuard({ ...options, connections }, 'GET');
    this.#messageGuard = new RequestGuard({ ...options, connections }, 'POST');
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  handleStream(request: IncomingMessage, response: ServerResponse): void {
    this.#streamGuard.check(request, response, this.#serveStream);
  }

  readonly #serveStream = (exchange: HttpExchange): void => {
    const { request, response } = exchange;
    if (request.method !== 'GET') refuse(response, methodNotAllowed('GET'));
    else if (!exchange.forms.stream) refuse(response, streamNotAccepted);
    else this.#open(exchange);
  };

  handleMessage(request: IncomingMessage, response: ServerResponse): void {
    this.#messageGuard.check(request, response, this.#serveMessage);
  }

  readonly #serveMessage = (exchange: HttpExchange): void => {
    const { request, response } = exchange;
    if (request.method !== 'POST') refuse(response, methodNotAllowed('POST'));
    else this.#posts.receive(exchange, this);
  };

  close(graceMs: number): Promise<void> {
    this.#closed ??= this.#close(graceMs);
    return this.#closed;
  }

  async #close(graceMs: number): Promise<void> {
    this.#streamGuard.close();
    this.#messageGuard.close();
    await this.finish(graceMs);
  }

  /** The answers of running calls are events of the streams, so the streams end after the calls. */
  async finish(graceMs: number): Promise<void> {
    await this.#work.finish(graceMs, this.#clock);
    for (const session of this.#sessions.values()) session.end();
  }

  #open(exchange: HttpExchange): void {
    const { response, connection: from, principal } = exchange;
    if (response.destroyed) return;
    const { sessions, listenStreams } = from.client;
    const full = sessions.take(1) ?? takeWith(listenStreams, sessions);
    if (full) {
      refuse(response, tooMuch(full));
      return;
    }
    const id = randomBytes(idBytes).toString('hex');
    const opening = { clock: this.#clock, reader: from, countedIn: listenStreams };
    const connection = new EventStream(response, this.#limits, opening);
    cutAtExpiry(exchange, this.#clock);
    void connection.send(endpointEvent(`${this.options.messagesPath}?${sessionParameter}=${id}`));
    const session = new SseSession(this.engine, connection, { from, owner: principal });
    this.#sessions.set(id, session);
    const stopWaiting = this.#clock.after(this.#limits.sessionLifetimeMs, () => session.end());
    response.once('close', () => {
      stopWaiting();
      this.#sessions.delete(id);
      sessions.give(1);
      session.end();
    });
  }

  receive(text: string, exchange: HttpExchange): void {
    const found = this.#find(exchange);
    if ('status' in found) {
      refuse(exchange.response, found);
      return;
    }
    try {
      this.#serve(found, this.engine.read(text), exchange);
    } catch (error) {
      refuse(exchange.response, ourFault);
      this.#onFault({ during: 'a POST', error });
    }
  }

  #find({ request, headers, principal }: HttpExchange): SseSession | Refusal {
    const query = (request.url ?? '').split('?').slice(1).join('?');
    const id = new URLSearchParams(query).get(sessionParameter);
    if (id === null) return missingSession;
    if (headers.protocolVersion !== undefined && !findRevision(headers.protocolVersion)) return unknownVersion;
    const session = this.#sessions.get(id);
    return session && isSameCaller(session.owner, principal) ? session : unknownSession;
  }

  #serve(session: SseSession, incoming: Incoming, exchange: HttpExchange): void {
    const { response, connection, headers, principal } = exchange;
    if (incoming.kind === 'refused') {
      response.writeHead(400, ['Content-Type', 'application/json']);
      response.end(refusalFor(incoming, session.revision?.batches === 'accepted').json);
      session.refuse(incoming);
      return;
    }
    response.writeHead(202, [...acceptedHead, ...keepAliveHead(response)]);
    response.end(accepted);
    if (incoming.kind === 'modern') {
      session.refuseModern(incoming);
      return;
    }
    const bytes = exchange.handOver();
    const begun = this.#work.begin({ cancel: () => session.end() });
    void session
      .receive(incoming, principal, headers.protocolVersion)
      .catch((error: unknown) => this.#onFault({ during: 'a POST', error }))
      .then(() => {
        connection.requestBytes.give(bytes);
        this.#work.end(begun);
      });
  }
}
