/**
 * Answers what node:http cannot read as a request, or does not receive in time. Its own answers have no body, so that a client
 * has nothing to tell its user.
 *
 * Spec: RFC 9110 §15.5.9 for the timeouts
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { ServerLimits } from '../limits.js';
import { answerInProgress } from '../requests/connection-use.js';
import { writeRefusal, type Refusal } from '../requests/refusal.js';

/** A report of node:http about a connection. */
interface ConnectionError extends Error {
  readonly code?: string;
  /** Words of its parser for what it expected. */
  readonly reason?: string;
}

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Replaces the answers of node:http. */
export function answerUnreadable(server: Server, limits: ServerLimits): void {
  server.on('clientError', (error: ConnectionError, socket: Socket) => {
    // Clients open connections in advance. One that receives 408 just as it sends a request would take it for the answer.
    if (error.code === timedOut && socket.bytesRead === 0) return void socket.destroy();
    if (socket.writable && !isAnswering(socket)) writeRefusal(socket, refusalOf(error, limits));
    socket.destroySoon();
  });
}

/** True where an earlier answer is being sent, so that bytes of another would become part of it. */
function isAnswering(socket: Socket): boolean {
  const answer = answerInProgress(socket);
  return answer !== undefined && (answer.headersSent || !answer.socket);
}

function refusalOf({ code, reason }: ConnectionError, limits: ServerLimits): Refusal {
  switch (code) {
    case timedOut: {
      const { headersTimeoutMs, requestTimeoutMs } = limits;
      const allowed = `headersTimeoutMs ${headersTimeoutMs} ms, requestTimeoutMs ${requestTimeoutMs} ms`;
      return { status: 408, message: `the request did not arrive in time (limits ${allowed})` };
    }
    case 'HPE_HEADER_OVERFLOW':
      return {
        status: 431,
        message: `the headers are longer than ${limits.maxHeaderBytes} bytes (limit maxHeaderBytes)`,
      };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, message: 'the extensions of a chunk are too long' };
    default:
      return { status: 400, message: `this is not a request of HTTP/1.1${reason ? `: ${reason}` : ''}` };
  }
}
