/**
 * Lets pages of the origins that the operator listed read the answers, as browsers demand (CORS).
 *
 * Loopback origins may call but are not listed, so pages there cannot read until somebody lists them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const preflightSeconds = '600';

/**
 * @param allow the methods that are served
 * @param exposedHeaders those of an answer that such a page may read, with commas between them
 * @returns prepares the answer for a page of that origin, or gives it when all the browser asked is leave; then `true`
 */
export function buildCrossOrigin(
  allowedOrigins: readonly string[],
  allow: string,
  exposedHeaders: string,
): (request: IncomingMessage, response: ServerResponse, origin: string) => boolean {
  const listed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));

  return (request, response, origin) => {
    if (!listed.has(origin.toLowerCase())) return false;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', exposedHeaders);
    response.setHeader('Vary', 'Origin');
    if (request.method !== 'OPTIONS') return false;

    response.setHeader('Access-Control-Allow-Methods', allow);
    response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '');
    response.setHeader('Access-Control-Max-Age', preflightSeconds);
    response.writeHead(204);
    response.end();
    return true;
  };
}
