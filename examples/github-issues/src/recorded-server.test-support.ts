/**
 * A server on loopback that answers as GitHub did when the answers in `recorded/` were written down.
 */
import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A running server; close it in the end. */
export interface RecordedServer {
  readonly url: string;
  /** Path and query of each request, in their order. */
  readonly asked: readonly string[];
  close(): void;
}

export async function openRecordedServer(): Promise<RecordedServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { url = '' } = request;
    asked.push(url);
    if (url.includes('busy')) return refuse(response);
    if (url.startsWith('/search/issues')) return send(response, 'search.json');
    if (url === '/repos/nodejs/node/issues/51347') return send(response, 'issue.json');
    response.writeHead(404).end('{"message":"Not Found"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, asked, close: () => void server.close() };
}

function send(response: ServerResponse, name: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(readFileSync(new URL(`../recorded/${name}`, import.meta.url)));
}

function refuse(response: ServerResponse): void {
  response.writeHead(403, { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1795000000' }).end('{}');
}
