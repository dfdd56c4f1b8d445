/**
 * Serves the era with a handshake in sessions: `initialize` opens one, its id comes back in a header with every request,
 * GET listens, DELETE ends it.
 *
 * A caller that leaves does not cancel its request: it must say so. Spec: 2025-11-25 basic/transports#session-management
 */
import type { ServerResponse } from 'node:http';
import {
  Budget,
  findRevision,
  namesModernEra,
  type BatchIncoming,
  type Engine,
  type Fault,
  type LegacyIncoming,
  type Session,
} from '@sigil/core/engine';
import type { Clock } from '../clock.js';
import type { DenyScopes } from '../requests/authentication.js';
import type { EventStore } from '@sigil/core/stores';
import type { HttpExchange } from '../requests/http-exchange.js';
import { isInitialize, methodNotAllowed, unknownVersion, type LegacyHandler } from '../requests/legacy-handler.js';
import type { HttpSession, HttpSessionParts } from './http-session.js';
import { legacyStatus } from '../answers/http-status.js';
import type { EndpointLimits } from '../limits.js';
import { MemoryEventStore } from './memory-event-store.js';
import { openListening } from './open-listening.js';
import { refuse, tooMuch, type Refusal } from '../requests/refusal.js';
import { endLater, ResponseOutlet, type AnswerRules } from '../answers/response-outlet.js';
import { SessionTable } from './session-table.js';
import type { InFlight } from '../requests/in-flight.js';

/** The parts that the endpoint shares with its sessions. */
export interface SessionParts {
  readonly engine: Engine;
  readonly limits: EndpointLimits;
  readonly clock: Clock;
  readonly work: InFlight;
  readonly denyScopes: DenyScopes | undefined;
  readonly onFault: (fault: Fault) => void;
}

const missingSession: Refusal = {
  status: 400,
  message: 'the Mcp-Session-Id header is missing: send initialize first, and its session id with every later request',
};
const unknownSession: Refusal = {
  status: 404,
  message: 'this session has ended or never was: start again with initialize',
};

/** A request and its answer. */
interface Answering {
  readonly exchange: HttpExchange;
  readonly outlet: ResponseOutlet;
}

/** The legacy half of a stateful endpoint. */
export class StatefulHandler implements LegacyHandler {
  readonly allow = 'POST, GET, DELETE';
  readonly #sessions: SessionTable;
  readonly #answers: AnswerRules;
  /** Ours to close; none where the events are kept elsewhere. */
  readonly #memory: MemoryEventStore | undefined;

  /** @param elsewhere keeps the events of the sessions; in memory when left out */
  constructor(
    private readonly parts: SessionParts,
    elsewhere?: EventStore,
  ) {
    const { engine, limits, clock, denyScopes } = parts;
    this.#answers = { statusOf: legacyStatus, limits, clock, denyScopes };
    const store = elsewhere ?? new MemoryEventStore(limits, clock);
    if (store instanceof MemoryEventStore && store !== elsewhere) this.#memory = store;
    const openSession: HttpSessionParts['openSession'] = (standing, principal) =>
      engine.openSession(standing, undefined, principal);
    this.#sessions = new SessionTable({ ...parts, store, openSession });
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  receive(incoming: LegacyIncoming | BatchIncoming, exchange: HttpExchange): void {
    if (exchange.headers.sessionId === undefined && isInitialize(incoming)) {
      this.#open(incoming, exchange);
      return;
    }
    const found = this.#find(exchange);
    if ('status' in found) refuse(exchange.response, found);
    else this.#serve(found, incoming, { exchange, outlet: this.#outlet(found, exchange) });
  }

  serveOther(exchange: HttpExchange): void {
    const { request, response, headers } = exchange;
    if (request.method !== 'GET' && request.method !== 'DELETE') {
      refuse(response, methodNotAllowed(this.allow));
      return;
    }
    if (namesModernEra(headers.protocolVersion ?? '')) {
      refuse(response, methodNotAllowed('POST'));
      return;
    }
    const found = this.#find(exchange);
    if ('status' in found) refuse(response, found);
    else if (request.method === 'GET') openListening(found, exchange, this.parts);
    else this.#end(found, response);
  }

  endStreams(): void {
    this.#sessions.endStreams();
  }

  close(): void {
    this.#sessions.close();
    this.#memory?.close();
  }

  #open(incoming: LegacyIncoming | BatchIncoming, exchange: HttpExchange): void {
    const opened = this.#sessions.open({ client: exchange.connection.client, principal: exchange.principal });
    if (opened instanceof Budget) refuse(exchange.response, tooMuch(opened));
    else this.#serve(opened, incoming, { exchange, outlet: this.#outlet(opened, exchange, opened.id) });
  }

  #serve(found: HttpSession, incoming: LegacyIncoming | BatchIncoming, { exchange, outlet }: Answering): void {
    const { id, session } = found;
    const done = session.receive(incoming, outlet, exchange.principal) ?? outlet.finish();
    if (!done) {
      this.#endUnlessNegotiated(id, session);
      return;
    }
    found.beginUse();
    const onComplete = (): void => {
      found.endUse();
      this.#endUnlessNegotiated(id, session);
    };
    endLater(done, { outlet, cancel: () => session.close(), onComplete }, this.parts);
  }

  /** A handshake that failed opened nothing. */
  #endUnlessNegotiated(id: string, { revision }: Session): void {
    if (revision === undefined) this.#sessions.end(id);
  }

  /** @param sessionId of the session, when this answer opens it */
  #outlet({ streams }: HttpSession, exchange: HttpExchange, newId?: string): ResponseOutlet {
    return new ResponseOutlet(exchange, this.#answers, newId === undefined ? { streams } : { streams, newId });
  }

  #end({ id }: HttpSession, response: ServerResponse): void {
    this.#sessions.end(id);
    response.writeHead(204);
    response.end();
  }

  #find({ headers, principal }: HttpExchange): HttpSession | Refusal {
    if (headers.sessionId === undefined) return missingSession;
    if (headers.protocolVersion !== undefined && !findRevision(headers.protocolVersion)) return unknownVersion;
    return this.#sessions.find(headers.sessionId, principal) ?? unknownSession;
  }
}
