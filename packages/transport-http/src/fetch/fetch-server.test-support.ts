/**
 * A server whose requests reach an endpoint as those of the Fetch standard, as a framework on Node passes them on.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { HttpEndpoint } from '../endpoint/endpoint.js';
import { fetchHandler, type FetchHandler } from './fetch-handler.js';

/** A listening server. Its opener closes it, which closes the endpoint too. */
export interface FetchServer {
  readonly port: number;
  close(): Promise<void>;
}

export async function openFetchServer(endpoint: HttpEndpoint): Promise<FetchServer> {
  const handle = fetchHandler(endpoint);
  const server = createServer((request, response) => void serve(request, response, handle));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      await endpoint.close(1);
      server.close().closeAllConnections();
    },
  };
}

/** Routes `/mcp` as our own server does, and refuses what the Fetch standard cannot express: two hosts, and some methods. */
async function serve(request: IncomingMessage, response: ServerResponse, handle: FetchHandler): Promise<void> {
  const refused = findRefusal(request);
  if (refused) {
    request.resume();
    response.writeHead(refused, { 'Content-Type': 'application/json' });
    response.end('{"jsonrpc":"2.0","error":{"code":-32600,"message":"refused"}}');
    return;
  }
  const gone = new AbortController();
  response.once('close', () => response.writableFinished || gone.abort());
  try {
    const answer = await handle(toFetch(request, gone.signal), { address: request.socket.remoteAddress });
    response.writeHead(answer.status, [...answer.headers].flat());
    if (answer.body) await pipeline(Readable.fromWeb(answer.body as WebStream), response);
    else response.end();
  } catch {
    response.destroy();
  }
}

function toFetch(request: IncomingMessage, signal: AbortSignal): Request {
  const headers = new Headers();
  for (let at = 0; at + 1 < request.rawHeaders.length; at += 2)
    headers.append(request.rawHeaders[at]!, request.rawHeaders[at + 1]!);
  const url = `http://127.0.0.1${request.url ?? ''}`;
  const { method = 'GET' } = request;
  if (method === 'GET' || method === 'HEAD') return new Request(url, { method, headers, signal });
  // Node asks for the member, which its types lack.
  const body = { body: Readable.toWeb(request), duplex: 'half' } as RequestInit;
  return new Request(url, { method, headers, signal, ...body });
}

function findRefusal({ url, method, headersDistinct }: IncomingMessage): number | undefined {
  const path = url?.replace(/\?.*$/, '');
  if (path !== '/mcp' && path !== '/mcp/') return 404;
  if ((headersDistinct['host']?.length ?? 0) > 1) return 400;
  return method === 'TRACE' || method === 'CONNECT' ? 405 : undefined;
}
