/** Notification streams that end or break off: they are opened again, and missed changes are read. */
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { listen } from '@sigil/test-support/upstream-servers';

const slowly = { timeout: 15_000 };
const listed = (name: string): JsonObject => ({ tools: [{ name, inputSchema: { type: 'object' } }] });

interface Upstream {
  readonly url: string;
  readonly streams: ServerResponse[];
  /** The status of the answer to the next request for a stream. */
  refusal: number | undefined;
  tools: JsonObject;
}

/** Opens a legacy upstream with a session and a notification stream. */
async function openUpstream(): Promise<Upstream> {
  const streams: ServerResponse[] = [];
  const results = (method: string): JsonObject =>
    method === 'initialize'
      ? {
          protocolVersion: '2025-11-25',
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'news', version: '1' },
        }
      : upstream.tools;
  const { url } = await listen((request, response, body) => {
    if (request.method === 'GET') {
      const { refusal } = upstream;
      upstream.refusal = undefined;
      if (refusal !== undefined) return response.writeHead(refusal).end();
      streams.push(response);
      return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': here\n\n');
    }
    if (request.method !== 'POST') return response.writeHead(200).end();
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    if (id === undefined) return response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's-1' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results(method) }));
  });
  const upstream: Upstream = { url, streams, refusal: undefined, tools: listed('before') };
  return upstream;
}

async function open(url: string): Promise<RemoteServer> {
  const remote = openRemote({ url, protocol: 'legacy' }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  return remote;
}

test.each([
  ['breaks off', undefined, (stream: ServerResponse) => stream.socket?.destroy()],
  ['ends', undefined, (stream: ServerResponse) => stream.end()],
  ['brings what is no message', undefined, (stream: ServerResponse) => stream.write('data: no JSON\n\n')],
  ['breaks off and is refused with 429 once', 429, (stream: ServerResponse) => stream.socket?.destroy()],
  ['breaks off and is answered with 502 once', 502, (stream: ServerResponse) => stream.socket?.destroy()],
])('a stream that %s is reopened, and lists that changed meanwhile are read', async (_how, refusal, leave) => {
  const upstream = await openUpstream();
  const remote = await open(upstream.url);
  await expect.poll(() => upstream.streams.length).toBe(1);

  Object.assign(upstream, { refusal, tools: listed('after') });
  leave(upstream.streams[0]!);

  await expect.poll(() => upstream.streams.length, slowly).toBe(2);
  await expect.poll(() => remote.source.current().findTool('after'), slowly).toBeDefined();
  upstream.tools = listed('at_last');
  upstream.streams[1]!.write('data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n');
  await expect.poll(() => remote.source.current().findTool('at_last'), slowly).toBeDefined();
});

test('lists are read even while the upstream announces changes all the time', async () => {
  const upstream = await openUpstream();
  const remote = await open(upstream.url);
  await expect.poll(() => upstream.streams.length).toBe(1);

  const notice = 'data: {"jsonrpc":"2.0","method":"notifications/tools/list_changed"}\n\n';
  const announcing = setInterval(() => upstream.streams[0]!.write(notice), 10);
  onTestFinished(() => clearInterval(announcing));
  upstream.tools = listed('after');

  await expect.poll(() => remote.source.current().findTool('after')).toBeDefined();
});
