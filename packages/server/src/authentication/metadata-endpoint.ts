/**
 * Serves the metadata of a protected resource to everybody, including pages of any origin.
 *
 * Spec: RFC 9728 §3, 2026-07-28 basic/authorization/authorization-server-discovery
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import type { HttpEndpoint } from '@sigil/transport-http';

/** Clients notice a changed configuration after this time. */
const cacheControl = 'public, max-age=300';

/** @param document called for each request, since the address may be known only once the server listens */
export function openMetadataEndpoint(document: () => JsonObject | undefined): HttpEndpoint {
  return {
    sessionCount: 0,
    finish: () => Promise.resolve(),
    close: () => Promise.resolve(),
    handle(request: IncomingMessage, response: ServerResponse) {
      response.setHeader('Access-Control-Allow-Origin', '*');
      if (request.method === 'OPTIONS') {
        response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
        response.setHeader('Access-Control-Allow-Headers', 'MCP-Protocol-Version');
        response.writeHead(204).end();
        return;
      }
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.writeHead(405, { Allow: 'GET, HEAD, OPTIONS' }).end();
        return;
      }
      const body = JSON.stringify(document() ?? {});
      response.writeHead(200, {
        'Content-Type': 'application/json',
        'Content-Length': Buffer.byteLength(body),
        'Cache-Control': cacheControl,
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    },
  };
}
