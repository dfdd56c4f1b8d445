/**
 * Answers a GET within a session: with a new stream for messages that belong to no request, or with the rest of a stream that the
 * peer has lost.
 *
 * Spec: 2025-11-25 basic/transports#listening-for-messages-from-the-server, #resumability-and-redelivery
 */
import type { Fault } from '@sigil/core/engine';
import type { Clock } from '../clock.js';
import { readNeededScopes } from '@sigil/core/internal';
import { cutAtExpiry, refusalOfDenial, type DenyScopes } from '../requests/authentication.js';
import { readEventId } from './event-id.js';
import { EventStream, type StreamLimits } from '../answers/event-stream.js';
import { sessionHead } from '../requests/session-header.js';
import type { HttpExchange } from '../requests/http-exchange.js';
import type { HttpSession } from './http-session.js';
import {
  ourFault,
  refuse,
  storeAway,
  streamNotAccepted,
  tooMuch,
  withSession,
  type Refusal,
} from '../requests/refusal.js';
import type { ReaderCheck, Resumption } from './session-streams.js';

interface ListeningParts {
  readonly limits: StreamLimits & { readonly maxStreamsPerSession: number };
  readonly clock: Clock;
  readonly onFault: (fault: Fault) => void;
  readonly denyScopes: DenyScopes | undefined;
}

const malformedId: Refusal = { status: 400, message: 'Last-Event-ID is no id of an event that was sent here' };

const unresumable: Readonly<Record<Exclude<Resumption, 'resumed'>, Refusal>> = {
  unknown: {
    status: 404,
    message: 'what follows this Last-Event-ID is not kept in this session: start again with initialize',
  },
  undecided: storeAway,
  // The only other answer the protocol allows for a GET; on an empty stream clients would reconnect forever.
  over: {
    status: 405,
    message: 'this stream has ended, and all of it was sent before',
    headers: ['Allow', 'POST, DELETE'],
  },
};

/** Keeps the session in use until the stream has ended, or the peer has left. */
export async function openListening(
  session: HttpSession,
  exchange: HttpExchange,
  parts: ListeningParts,
): Promise<void> {
  const { response, forms, headers } = exchange;
  const { id } = session;
  if (response.destroyed) return;
  if (!forms.stream) {
    refuse(response, withSession(streamNotAccepted, id));
    return;
  }
  // The client may have announced its readiness to another process.
  if (session.link) session.session.confirm();
  const full = exchange.connection.client.listenStreams.take(1);
  if (full) refuse(response, withSession(tooMuch(full), id));
  else if (headers.lastEventId) await resume(session, exchange, parts);
  else listen(session, exchange, parts);
}

function listen(session: HttpSession, exchange: HttpExchange, parts: ListeningParts): void {
  const { streams } = session;
  if (streams.isFull) {
    exchange.connection.client.listenStreams.give(1);
    refuse(exchange.response, withSession(tooManyStreams(parts.limits.maxStreamsPerSession), session.id));
    return;
  }
  streams.listen(connect(session, exchange, parts));
}

async function resume(session: HttpSession, exchange: HttpExchange, parts: ListeningParts): Promise<void> {
  const { response, headers } = exchange;
  const place = readEventId(headers.lastEventId ?? '');
  if (!place) {
    exchange.connection.client.listenStreams.give(1);
    refuse(response, withSession(malformedId, session.id));
    return;
  }
  session.beginUse();
  let connection: EventStream | undefined;
  try {
    const open = (): EventStream => (connection ??= connect(session, exchange, parts));
    const outcome = await session.streams.resume(place, open, checkOf(session, exchange, parts));
    if (typeof outcome !== 'string') refuse(response, withSession(outcome, session.id));
    else if (outcome !== 'resumed') refuse(response, withSession(unresumable[outcome], session.id));
  } catch (error) {
    if (response.headersSent) response.destroy();
    else refuse(response, withSession(session.link ? storeAway : ourFault, session.id));
    parts.onFault({ during: 'resuming a stream', error });
  } finally {
    session.endUse();
    if (!connection) exchange.connection.client.listenStreams.give(1);
  }
}

/** Makes the check that a stream's request would pass now. @returns `undefined` where callers are not authenticated */
function checkOf(
  { session }: HttpSession,
  { principal, request }: HttpExchange,
  { denyScopes }: ListeningParts,
): ReaderCheck | undefined {
  if (!principal) return undefined;
  return async (components) => {
    const error = components.length > 0 ? await session.refuseReader(components, principal) : undefined;
    if (!error) return undefined;
    if (error.kind !== 'insufficient-scope') return unresumable.unknown;
    const { message, kind: problem } = error;
    const scopes = readNeededScopes(error);
    const denial = scopes && denyScopes?.(scopes, request.url);
    return denial ? { ...refusalOfDenial(denial), problem, message } : { status: 403, problem, message };
  };
}

/** Opens the stream, which from now on returns its share of the budget itself. */
function connect(session: HttpSession, exchange: HttpExchange, { limits, clock }: ListeningParts): EventStream {
  session.beginUse();
  const { connection: reader } = exchange;
  const { listenStreams: countedIn } = reader.client;
  const opening = { clock, user: session, reader, countedIn, headers: sessionHead(session.id) };
  const connection = new EventStream(exchange.response, limits, opening);
  connection.open();
  cutAtExpiry(exchange, clock);
  return connection;
}

function tooManyStreams(maxStreamsPerSession: number): Refusal {
  return {
    status: 429,
    message: `this session has ${maxStreamsPerSession} open streams already (limit maxStreamsPerSession): close one first`,
  };
}
