/** Upstreams that leave a message without an answer: the wait for it ends with an error. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { listen } from '@sigil/test-support/upstream-servers';

const client = { name: 'sigil', version: '0' };
const short = { connectTimeoutMs: 400, listTimeoutMs: 400 };
const results: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {}, logging: {} },
    serverInfo: { name: 'silent', version: '1' },
  },
  'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
  'tools/call': { content: [{ type: 'text', text: 'seen' }] },
};

/** @returns whether it has answered */
type OwnAnswer = (method: string, response: ServerResponse) => boolean;

/** A legacy upstream with sessions. */
async function openUpstream(answer: OwnAnswer): Promise<{ url: string; asked: string[]; messages: JsonObject[] }> {
  const asked: string[] = [];
  const messages: JsonObject[] = [];
  const { url } = await listen((request: IncomingMessage, response, body) => {
    const { id, method = '' } = (body === '' ? {} : JSON.parse(body)) as { id?: number; method?: string };
    const asks = method || String(request.method);
    asked.push(asks);
    if (body !== '') messages.push(JSON.parse(body) as JsonObject);
    if (answer(asks, response)) return undefined;
    if (request.method === 'GET') return response.writeHead(405).end();
    if (id === undefined) return response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 's-1' });
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
  });
  return { url, asked, messages };
}

function open(configuration: JsonObject): RemoteServer {
  const remote = openRemote({ protocol: 'legacy', ...configuration }, { name: 'up', client });
  onTestFinished(() => remote.close());
  return remote;
}

async function connect(remote: RemoteServer): Promise<McpClient> {
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const own = await connectInMemory(engine, { revision: '2025-11-25' });
  onTestFinished(() => own.close());
  return own;
}

test('a handshake whose last message gets no answer times out', async () => {
  const { url } = await openUpstream((method) => method === 'notifications/initialized');
  const remote = open({ url, ...short });

  await remote.ready;

  expect(remote.status).toMatchObject({ state: 'failed', lastError: { message: 'the server took too long' } });
});

test('a stream in answer to the last message of a handshake completes the handshake', async () => {
  const { url } = await openUpstream((method, response) => {
    if (method !== 'notifications/initialized') return false;
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
  });
  const remote = open({ url, ...short });

  await remote.ready;

  expect(remote.status.state).toBe('serving');
});

test('an unanswered end of the session does not delay closing', async () => {
  const { url, asked } = await openUpstream((method) => method === 'DELETE');
  const remote = open({ url });
  await remote.ready;

  await remote.close();

  expect(asked.at(-1)).toBe('DELETE');
});

test.each([
  ['says nothing', undefined],
  ['opens a stream without an address', ': open\n\n'],
])('an upstream of the oldest transport that %s fails', async (_what, first) => {
  const { url } = await listen((_request, response) => {
    if (first !== undefined) response.writeHead(200, { 'content-type': 'text/event-stream' }).write(first);
  });
  const remote = open({ url, transport: 'sse', ...short });

  await remote.ready;

  expect(remote.status).toMatchObject({
    state: 'failed',
    lastError: { message: expect.stringMatching(/named no address in time|took too long/) },
  });
});

test('each unanswered log level is sent once and cancelled, and the calls are answered', async () => {
  const { url, asked, messages } = await openUpstream((method) => method === 'logging/setLevel');
  const remote = open({ url });
  const [own, other] = [await connect(remote), await connect(remote)];

  await own.setLogLevel('error');
  const answers = [await own.callTool('look'), await own.callTool('look')];
  await other.setLogLevel('debug');
  answers.push(await other.callTool('look'), await own.callTool('look'));

  const seen = { isError: false, content: [{ text: 'seen' }] };
  expect(answers).toMatchObject([seen, seen, seen, seen]);
  expect(asked.filter((method) => method === 'logging/setLevel' || method === 'tools/call')).toEqual([
    'logging/setLevel',
    'tools/call',
    'tools/call',
    'logging/setLevel',
    'tools/call',
    'tools/call',
  ]);
  const levels = messages.filter(({ method }) => method === 'logging/setLevel');
  expect(levels).toMatchObject([{ params: { level: 'error' } }, { params: { level: 'debug' } }]);
  const cancelled = (): unknown[] =>
    messages.filter(({ method }) => method === 'notifications/cancelled').map(({ params }) => params);
  await expect.poll(cancelled).toMatchObject(levels.map(({ id }) => ({ requestId: id })));
  expect(remote.status.state).toBe('serving');
});

test('a log level that the upstream refused is sent again', async () => {
  let refusals = 0;
  const { url, asked } = await openUpstream((method, response) => {
    if (method !== 'logging/setLevel' || refusals++ > 0) return false;
    response.writeHead(503, { 'retry-after': '0' }).end();
    return true;
  });
  const own = await connect(open({ url }));
  await own.setLogLevel('debug');

  const { content } = await own.callTool('look');

  expect(content).toMatchObject([{ text: 'seen' }]);
  expect(asked.filter((method) => method === 'logging/setLevel')).toHaveLength(2);
});

test('answers to questions get a connection even when calls use all of them', async () => {
  const calls = new Map<string, () => void>();
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number | string; method?: string };
    if (method === undefined) calls.get(String(id))?.();
    if (method === undefined || id === undefined) return response.writeHead(202).end();
    const answer = JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} });
    response.writeHead(200, { 'content-type': method === 'tools/call' ? 'text/event-stream' : 'application/json' });
    if (method !== 'tools/call') return response.end(answer);
    calls.set(`q${id}`, () => response.end(`data: ${answer}\n\n`));
    const params = { message: 'which?', requestedSchema: { type: 'object', properties: {} } };
    const question = { jsonrpc: '2.0', id: `q${id}`, method: 'elicitation/create', params };
    return response.write(`data: ${JSON.stringify(question)}\n\n`);
  });
  const remote = open({ url, maxConnections: 2, timeoutMs: 3_000 });
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const elicit = () => ({ action: 'accept', content: {} }) as const;
  const own = await connectInMemory(engine, { revision: '2025-11-25', answers: { elicit } });
  onTestFinished(() => own.close());

  const answers = await Promise.all([1, 2, 3, 4].map(() => own.callTool('look')));

  const seen = [{ text: 'seen' }];
  expect(answers.map(({ content }) => content)).toMatchObject([seen, seen, seen, seen]);
});
