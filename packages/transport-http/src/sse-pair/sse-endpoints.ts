/**
 * The endpoint pair for clients older than Streamable HTTP: a stream that carries all our messages, answers included, and a
 * second path to post to. A session lasts as long as its stream.
 *
 * Off unless an application mounts both. Spec: 2024-11-05 basic/transports#http-with-sse
 */
import { randomBytes } from 'node:crypto';
import { Clients, type Engine, type Fault } from '@sigil/core/engine';
import { findRevision, RunningList, type Budget, type Incoming } from '@sigil/core/internal';
import { systemClock, type Clock } from '../clock.js';
import { cutAtExpiry, isSameCaller, type Authenticate } from '../requests/authentication.js';
import type { CallerRules } from '../requests/caller-check.js';
import type { HttpEndpoint } from '../endpoint/endpoint.js';
import { EventStream } from '../answers/event-stream.js';
import { keepAliveHead } from '../requests/keep-alive-header.js';
import { Connections } from '../requests/connections.js';
import type { HttpExchange } from '../requests/http-exchange.js';
import { methodNotAllowed, unknownVersion } from '../requests/legacy-handler.js';
import { chooseLimits, defaultEndpointLimits, type EndpointLimits } from '../limits.js';
import { RequestReader } from '../requests/request-reader.js';
import { refusalFor } from '../requests/refused-message.js';
import { failAnswer, refuse, streamNotAccepted, tooMuch, type Refusal } from '../requests/refusal.js';
import { endpointEvent } from '../answers/sse-event.js';
import { SseSession } from './sse-session.js';
import { finishWork, type Work } from '../requests/work.js';

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
  const endpointOf = (handle: Handle): HttpEndpoint => ({
    handle,
    finish: (graceMs) => pair.finish(graceMs),
    close,
    get sessionCount() {
      return pair.sessionCount;
    },
  });
  return {
    stream: endpointOf((...given) => void pair.serveStream(...given)),
    messages: endpointOf((...given) => void pair.serveMessage(...given)),
  };
}

/** The parameters of `HttpEndpoint.handle`, by the types of node:http. */
type Handled = Parameters<RequestReader['read']>;
type Handle = (...given: Handled) => void;

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
  readonly #streamReader: RequestReader;
  readonly #messageReader: RequestReader;
  readonly #works = new RunningList<Work>();
  readonly #sessions = new Map<string, SseSession>();
  #closed: Promise<void> | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly options: SseOptions,
  ) {
    this.#limits = chooseLimits(defaultEndpointLimits, options.limits);
    this.#clock = options.clock ?? systemClock;
    this.#onFault = options.onFault ?? (() => undefined);
    const connections = new Connections(options.clients ?? new Clients());
    const rules = { ...options, connections, limits: this.#limits, clock: this.#clock, onFault: this.#onFault };
    this.#streamReader = new RequestReader({ ...rules, allow: 'GET', refuseHead: refuseListener });
    this.#messageReader = new RequestReader({ ...rules, allow: 'POST', refuseHead: refuseSender });
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  async serveStream(...given: Handled): Promise<void> {
    const [, response] = given;
    try {
      const read = await this.#streamReader.read(...given);
      if (read) this.#open(read.exchange);
    } catch (error) {
      failAnswer(response);
      this.#onFault({ during: 'a GET', error });
    }
  }

  async serveMessage(...given: Handled): Promise<void> {
    const [, response] = given;
    try {
      const read = await this.#messageReader.read(...given);
      if (read?.text !== undefined) await this.#receive(read.text, read.exchange);
    } catch (error) {
      failAnswer(response);
      this.#onFault({ during: 'a POST', error });
    }
  }

  close(graceMs: number): Promise<void> {
    this.#closed ??= this.#close(graceMs);
    return this.#closed;
  }

  async #close(graceMs: number): Promise<void> {
    this.#streamReader.close();
    this.#messageReader.close();
    await this.finish(graceMs);
  }

  /** The answers of running calls are events of the streams, so the streams end after the calls. */
  async finish(graceMs: number): Promise<void> {
    await finishWork(this.#works, graceMs, this.#clock);
    await Promise.all([...this.#sessions.values()].map((session) => session.end()));
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
    const session = new SseSession(this.engine, connection, from, principal);
    this.#sessions.set(id, session);
    const stopWaiting = this.#clock.after(this.#limits.sessionLifetimeMs, () => void session.end());
    response.once('close', () => {
      stopWaiting();
      this.#sessions.delete(id);
      sessions.give(1);
      void session.end();
    });
  }

  async #receive(text: string, exchange: HttpExchange): Promise<void> {
    try {
      const found = this.#find(exchange);
      if ('status' in found) refuse(exchange.response, found);
      else await this.#serve(found, this.engine.read(text), exchange);
    } finally {
      exchange.release();
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

  async #serve(session: SseSession, incoming: Incoming, exchange: HttpExchange): Promise<void> {
    const { response, headers, principal } = exchange;
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
    const done = session.receive(incoming, principal, headers.protocolVersion);
    await this.#works.during({ done, cancel: () => void session.end() }, done);
  }
}

function refuseListener({ request, forms }: HttpExchange): Refusal | undefined {
  if (request.method !== 'GET') return methodNotAllowed('GET');
  return forms.stream ? undefined : streamNotAccepted;
}

function refuseSender({ request }: HttpExchange): Refusal | undefined {
  return request.method === 'POST' ? undefined : methodNotAllowed('POST');
}
