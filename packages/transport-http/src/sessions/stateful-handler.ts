/**
 * Serves the era with a handshake in sessions: `initialize` opens one, every further request names it in a header, GET listens,
 * DELETE ends it.
 *
 * A disconnecting caller does not cancel its request: it must send a cancellation. Spec: 2025-11-25
 * basic/transports#session-management
 */
import type { ServerResponse } from 'node:http';
import type { Engine, Fault, RequestId } from '@sigil/core/engine';
import {
  Budget,
  findRevision,
  namesModernEra,
  type BatchIncoming,
  type LegacyIncoming,
  type RunningList,
} from '@sigil/core/internal';
import type { Clock } from '../clock.js';
import type { DenyScopes } from '../requests/authentication.js';
import type { EventStore } from '@sigil/core/stores';
import type { HttpExchange } from '../requests/http-exchange.js';
import { sessionHead } from '../requests/session-header.js';
import { isInitialize, methodNotAllowed, unknownVersion, type LegacyHandler } from '../requests/legacy-handler.js';
import type { HttpSession, HttpSessionParts, SessionOpener } from './http-session.js';
import type { EndpointSharing, Sharing } from '../shared/endpoint-sharing.js';
import type { SessionLink, SharedBeginning } from '../shared/session-link.js';
import { legacyStatus } from '../answers/http-status.js';
import type { EndpointLimits } from '../limits.js';
import { EventBacklog } from '../shared/event-backlog.js';
import { MemoryEventStore } from './memory-event-store.js';
import { openListening } from './open-listening.js';
import { refuse, tooMuch, withSession, type Refusal } from '../requests/refusal.js';
import { awaitAnswer } from '../answers/await-answer.js';
import { ResponseOutlet, type AnswerRules } from '../answers/response-outlet.js';
import type { StreamContents } from './resumable-stream.js';
import { SessionTable } from './session-table.js';
import type { Work } from '../requests/work.js';

/** The dependencies that the endpoint shares with its sessions. */
export interface SessionParts {
  readonly engine: Engine;
  readonly limits: EndpointLimits;
  readonly clock: Clock;
  readonly works: RunningList<Work>;
  readonly denyScopes: DenyScopes | undefined;
  readonly onFault: (fault: Fault) => void;
  /** Undefined where no other process serves the same sessions. */
  readonly sharing: Sharing | undefined;
}

const missingSession: Refusal = {
  status: 400,
  message: 'the Mcp-Session-Id header is missing: send initialize first, and its session id with every later request',
};
/**
 * Names the missing header, so that a health check without a session recognizes the server. Not for other methods: clients take the
 * header of an answer to a POST as the id of their session.
 */
const missingForGet: Refusal = { ...missingSession, headers: ['Mcp-Session-Id', 'missing'] };
const unknownSession: Refusal = {
  status: 404,
  problem: 'unknown-session',
  message: 'Session not found, it has ended or never was: start again with initialize',
};

/** The legacy half of a stateful endpoint. */
export class StatefulHandler implements LegacyHandler {
  readonly allow = 'POST, GET, DELETE';
  readonly #sessions: SessionTable;
  readonly #answers: AnswerRules;
  /** The endpoint's own store, which it closes; undefined where events are stored elsewhere. */
  #memory: MemoryEventStore | undefined;
  /** Events that a given store refused; the sharing has its own. */
  #backlog: EventBacklog | undefined;
  readonly #sharing: EndpointSharing | undefined;
  /** Sessions being looked up, by id, so that two concurrent requests get the same session. */
  #lookups: Map<string, Promise<HttpSession | Refusal>> | undefined;

  /** @param elsewhere stores the events of the sessions; default: in memory */
  constructor(
    private readonly parts: SessionParts,
    elsewhere?: EventStore,
  ) {
    const { engine, limits, clock, denyScopes } = parts;
    this.#answers = { statusOf: legacyStatus, limits, clock, denyScopes };
    const { sharing } = parts;
    this.#sharing = sharing?.(limits);
    const store = this.#openEvents(elsewhere);
    const openSession: HttpSessionParts['openSession'] = (standing, principal, shared) =>
      engine.openSession(standing, shared, principal);
    this.#sessions = new SessionTable({ ...parts, store, openSession });
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Returns the session of a request, if it is open in this process. */
  findSession({ headers: { sessionId }, principal }: HttpExchange): HttpSession | undefined {
    return sessionId === undefined ? undefined : this.#sessions.find(sessionId, principal);
  }

  async receive(incoming: LegacyIncoming | BatchIncoming, exchange: HttpExchange): Promise<void> {
    if (exchange.headers.sessionId === undefined && isInitialize(incoming)) return this.#open(incoming, exchange);
    const found = await this.#find(exchange);
    if (!found) return;
    // Comes before the message is served, since its sender may repeat a refused one.
    const refusal = found.link && (await this.#sharing?.passOn(incoming, found.session, found.link));
    if (refusal) return refuse(exchange.response, withSession(refusal, found.id));
    await this.#answer(found, incoming, exchange, this.#outlet(found, exchange, incoming));
  }

  async serveOther(exchange: HttpExchange): Promise<void> {
    const { request, response, headers } = exchange;
    if (request.method !== 'GET' && request.method !== 'DELETE') return refuse(response, methodNotAllowed(this.allow));
    if (namesModernEra(headers.protocolVersion ?? '')) return refuse(response, methodNotAllowed('POST'));
    const found = await this.#find(exchange);
    if (!found) return;
    if (request.method === 'GET') await openListening(found, exchange, this.parts);
    else await this.#end(found, response);
  }

  endStreams(): void {
    this.#sessions.endStreams();
  }

  close(): void {
    this.#sessions.close();
    this.#memory?.close();
    this.#backlog?.close();
  }

  #openEvents(elsewhere: EventStore | undefined): EventStore {
    const { limits, clock, onFault } = this.parts;
    if (elsewhere) return (this.#backlog = new EventBacklog(elsewhere, { clock, onFault }));
    return this.#sharing?.events ?? (this.#memory = new MemoryEventStore(limits, clock));
  }

  async #open(incoming: LegacyIncoming | BatchIncoming, exchange: HttpExchange): Promise<void> {
    const sealed = incoming.kind === 'legacy' ? await this.#sharing?.open(incoming, exchange.principal) : undefined;
    if (sealed && 'status' in sealed) return refuse(exchange.response, sealed);
    const opened = this.#sessions.open(openerOf(exchange, sealed?.sharing), sealed?.id);
    if (opened instanceof Budget) {
      refuse(exchange.response, tooMuch(opened));
      this.#forget(sealed?.sharing.link);
      return;
    }
    await this.#answer(opened, incoming, exchange, this.#outlet(opened, exchange));
  }

  /** Deletes a shared session that never began. */
  #forget(link: SessionLink | undefined): void {
    if (link) void this.#sharing?.end(link);
  }

  async #answer(
    found: HttpSession,
    incoming: LegacyIncoming | BatchIncoming,
    { principal }: HttpExchange,
    outlet: ResponseOutlet,
  ): Promise<void> {
    const { session } = found;
    const { works, onFault } = this.parts;
    found.beginUse();
    const done = session.receive(incoming, outlet, principal);
    await awaitAnswer(outlet, { done, cancel: (why) => session.close(why) }, works, onFault);
    found.endUse();
    this.#endUnlessNegotiated(found);
  }

  /** Ends a session whose handshake failed. */
  #endUnlessNegotiated({ id, session, link }: HttpSession): void {
    if (session.revision !== undefined) return;
    this.#sessions.end(id);
    this.#forget(link);
  }

  /** @param incoming the messages to answer; omit them for the request that opens the session */
  #outlet(found: HttpSession, exchange: HttpExchange, incoming?: LegacyIncoming | BatchIncoming): ResponseOutlet {
    const { id, streams, link, session } = found;
    if (!incoming) return new ResponseOutlet(exchange, this.#answers, { streams, id, isNew: true });
    // Nothing else needs to know what a stream carries.
    const isDescribed = link !== undefined || exchange.principal !== undefined;
    if (!isDescribed) return new ResponseOutlet(exchange, this.#answers, found);
    const contents = (): StreamContents => ({
      requests: requestsOf(incoming),
      components: exchange.principal ? session.componentsOf(incoming) : [],
    });
    return new ResponseOutlet(exchange, this.#answers, { streams: streams.answering(contents), id });
  }

  async #end({ id, link }: HttpSession, response: ServerResponse): Promise<void> {
    const refusal = link && (await this.#sharing?.end(link));
    if (refusal) {
      refuse(response, withSession(refusal, id));
      return;
    }
    this.#sessions.end(id);
    response.writeHead(204, [...sessionHead(id)]);
    response.end();
  }

  /** Finds the session of a request. @returns `undefined` for a request that was refused, or whose sender has left meanwhile */
  async #find(exchange: HttpExchange): Promise<HttpSession | undefined> {
    const { request, response, headers, principal } = exchange;
    const { sessionId, protocolVersion } = headers;
    if (sessionId === undefined)
      return void refuse(response, request.method === 'GET' ? missingForGet : missingSession);
    if (protocolVersion !== undefined && !findRevision(protocolVersion)) return void refuse(response, unknownVersion);
    const here = this.#sessions.find(sessionId, principal);
    if (here) return here;
    const found = this.#sharing ? await this.#lookUp(sessionId, exchange, this.#sharing) : unknownSession;
    if (response.destroyed) return undefined;
    return 'status' in found ? void refuse(response, found) : found;
  }

  #lookUp(id: string, exchange: HttpExchange, sharing: EndpointSharing): Promise<HttpSession | Refusal> {
    const lookups = (this.#lookups ??= new Map());
    // Includes the caller, so that another caller does not get this one's session.
    const key = sharing.keyOf(id, exchange.principal);
    const known = lookups.get(key);
    if (known) return known;
    const lookup = this.#goOn(id, exchange, sharing).finally(() => lookups.delete(key));
    lookups.set(key, lookup);
    return lookup;
  }

  async #goOn(id: string, exchange: HttpExchange, sharing: EndpointSharing): Promise<HttpSession | Refusal> {
    const begun = await sharing.find(id, exchange.principal);
    if (!begun) {
      if (this.#sessions.find(id, exchange.principal)) this.#sessions.end(id);
      return unknownSession;
    }
    if ('status' in begun) return begun;
    // This process knew it, and had to look it up after a pause.
    const known = this.#sessions.find(id, exchange.principal);
    if (known && begun.begun) known.setWishes(begun.begun.wishes);
    if (known) return known;
    const opened = this.#sessions.open(openerOf(exchange, begun), id);
    return opened instanceof Budget ? tooMuch(opened) : opened;
  }
}

function openerOf({ connection, principal }: HttpExchange, sharing: SharedBeginning | undefined): SessionOpener {
  const { client } = connection;
  return sharing ? { client, principal, sharing } : { client, principal };
}

function requestsOf(incoming: LegacyIncoming | BatchIncoming): readonly RequestId[] {
  const items = incoming.kind === 'legacy' ? [incoming] : incoming.items;
  return items.flatMap((item) => (item.kind === 'legacy' && item.message.kind === 'request' ? [item.message.id] : []));
}
