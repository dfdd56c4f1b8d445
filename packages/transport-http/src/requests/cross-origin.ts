/**
 * Lets pages of the origins that the operator listed read answers, as browsers require (CORS).
 *
 * Loopback origins may call but are not listed, so pages there cannot read answers unless the operator lists them.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

const preflightSeconds = '600';

/**
 * @param allow the methods that are served
 * @param exposedHeaders response headers that such a page may read, separated by commas
 * @returns a function that prepares the answer for a page of that origin; for a preflight request it sends the answer and returns
 * `true`
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
