/**
 * A refusal at the HTTP level, with a short JSON-RPC error as its body.
 *
 * Spec: 2025-11-25 basic/transports#sending-messages-to-the-server
 */
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorKind } from '@sigil/core';
import type { RequestId } from '@sigil/core/engine';
import { assumedHttpRevision, describeFull, isShareOf, type Budget } from '@sigil/core/internal';
import type { Clock } from '../clock.js';
import type { HttpExchange } from './http-exchange.js';
import { closeHead } from './http2-response.js';
import { keepAliveHead } from './keep-alive-header.js';
import { sessionHead } from './session-header.js';

/** The reason why a request is not served. The message is for the peer: it says what was expected, and reveals no internals. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** Default: `invalid-request`, since the protocol has no specific kind for most refusals. */
  readonly problem?: ErrorKind;
  /** Ids of the refused requests, if they could be read; several only where a batch is answered with an array. */
  readonly ids?: readonly RequestId[];
  /** Additional response headers, alternating names and values. */
  readonly headers?: readonly string[];
  /** Whether the connection ends with the answer. */
  readonly endsConnection?: boolean;
}

/** Long, because sessions and streams are long-lived. */
const longRetryAfterSeconds = 60;

/** The refusal for an internal error. */
export const ourFault: Refusal = {
  status: 500,
  problem: 'internal-error',
  message: 'the server failed on this request',
};

/** The refusal for a listener that accepts no event streams. */
export const streamNotAccepted: Refusal = { status: 406, message: 'Accept must admit text/event-stream' };

/** The refusal while the store that replicas share does not answer. */
export const storeAway: Refusal = {
  status: 503,
  problem: 'internal-error',
  message: 'the store of sessions does not answer right now: try again soon',
  headers: ['Retry-After', '1'],
};

/** Makes the refusal for an exhausted budget: the client's own share, or the whole. */
export function tooMuch(full: Budget, retryAfterSeconds = longRetryAfterSeconds): Refusal {
  return {
    status: isShareOf(full) ? 429 : 503,
    problem: 'internal-error',
    message: describeFull(full),
    headers: ['Retry-After', String(retryAfterSeconds)],
  };
}

/** Returns the refusal with the header of the session that it belongs to. */
export function withSession(refusal: Refusal, id: string): Refusal {
  return { ...refusal, headers: [...(refusal.headers ?? []), ...sessionHead(id)] };
}

/** Answers with the refusal, unless the peer is gone; the connection stays usable. */
export function refuse(response: ServerResponse, refusal: Refusal): void {
  if (response.destroyed) return;
  const body = bodyOf(refusal);
  const connection = refusal.endsConnection ? closeHead(response) : keepAliveHead(response);
  response.writeHead(refusal.status, [...headOf(refusal, body), ...connection]);
  response.end(body);
}

/** Answers with an internal error, or disconnects if the answer has begun. */
export function failAnswer(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else refuse(response, ourFault);
}

/** How long the rest of a refused request is read and discarded. */
interface Lingering {
  readonly lingerMs: number;
  readonly clock: Clock;
}

/**
 * Answers with the refusal, and closes the connection only after the peer had a chance to read the answer: closing on a peer that
 * is still sending would reset the connection.
 */
export function refuseAndClose(
  { request, response }: Pick<HttpExchange, 'request' | 'response'>,
  refusal: Refusal,
  { lingerMs, clock }: Lingering,
): void {
  const body = bodyOf(refusal);
  response.writeHead(refusal.status, [...headOf(refusal, body), ...closeHead(response)]);
  if (request.complete) {
    response.end(body);
    return;
  }
  response.write(body);
  const stopLingering = clock.after(lingerMs, () => response.end());
  const endAnswer = (): void => {
    stopLingering();
    response.end();
  };
  // Over HTTP/2 a request closes only with its answer.
  request.once('end', endAnswer).once('close', endAnswer).resume();
}

/** Writes the refusal to a connection on which no request could be read; the caller closes it. */
export function writeRefusal(socket: Socket, refusal: Refusal): void {
  const body = bodyOf(refusal);
  const headers = ['Connection', 'close', ...headOf(refusal, body)];
  let head = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  socket.write(`${head}\r\n${body}`);
}

/** Writes the refusal as JSON: an error for each of its ids, or one without an id. */
export function bodyOf({ ids = [], problem = 'invalid-request', message }: Refusal): string {
  const error = { code: assumedHttpRevision.errorCodes[problem], message };
  const answers = ids.map((id) => ({ jsonrpc: '2.0', id, error }));
  return JSON.stringify(answers.length > 1 ? answers : (answers[0] ?? { jsonrpc: '2.0', error }));
}

function headOf(refusal: Refusal, body: string): string[] {
  const length = String(Buffer.byteLength(body));
  return ['Content-Type', 'application/json', 'Content-Length', length, ...(refusal.headers ?? [])];
}
