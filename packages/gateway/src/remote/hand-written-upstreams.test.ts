/** Upstreams whose messages are written by hand: batches of 2025-03-26, and a program that forgets its subscriptions when it ends. */
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { readReceived, resultOf, standardAnswer } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

async function connect(configuration: JsonObject): Promise<{ remote: RemoteServer; client: McpClient }> {
  const remote = openRemote(configuration, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: '2025-06-18' });
  onTestFinished(() => client.close());
  return { remote, client };
}

const notice = { jsonrpc: '2.0', method: 'notifications/message', params: { level: 'error', data: 'beside' } };

test.each([
  ['application/json', (batch: string) => batch],
  ['text/event-stream', (batch: string) => `event: message\ndata: ${batch}\n\n`],
])('an answer in a batch is read with the messages beside it, in %s', async (type, write) => {
  const received: JsonObject[] = [];
  const results: Readonly<Record<string, JsonObject>> = {
    initialize: {
      protocolVersion: '2025-03-26',
      capabilities: { tools: {}, logging: {} },
      serverInfo: { name: 'old', version: '1' },
    },
    'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'seen' }] },
  };
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number; method?: string };
    if (id === undefined || method === undefined) {
      received.push(JSON.parse(body) as JsonObject);
      return response.writeHead(202).end();
    }
    const answer = { jsonrpc: '2.0', id, result: results[method] ?? {} };
    const ping = { jsonrpc: '2.0', id: `ping of ${method}`, method: 'ping' };
    const batch = JSON.stringify(method === 'initialize' ? [answer] : [notice, ping, answer]);
    return response.writeHead(200, { 'content-type': type }).end(write(batch));
  });

  const { remote, client } = await connect({ url, protocol: 'legacy' });
  await client.setLogLevel('error');
  const { content } = await client.callTool('look', {});

  expect(remote.status).toMatchObject({ state: 'serving', revision: '2025-03-26' });
  expect(content).toEqual([{ type: 'text', text: 'seen' }]);
  expect(client.notifications).toEqual([
    { method: 'notifications/message', params: { level: 'error', data: 'beside' } },
  ]);
  await expect.poll(() => received).toContainEqual({ jsonrpc: '2.0', id: 'ping of tools/call', result: {} });
});

test.each([
  ['beside an answer fails nothing', 'data: {}\n\n', [{ type: 'text', text: 'seen' }]],
  ['in place of an answer is reported', '', [{ type: 'text', text: 'server "up": the server sent what is no JSON' }]],
])('an invalid message in a stream %s', async (_where, before, content) => {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.id === undefined) return response.writeHead(202).end();
    const answer = standardAnswer(received);
    if (answer) return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    const whole = before === '' ? 'nonsense' : JSON.stringify(resultOf(received.id, 'seen'));
    return response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`${before}data: ${whole}\n\n`);
  });

  const { client } = await connect({ url, protocol: 'legacy' });

  expect((await client.callTool('one', {})).content).toEqual(content);
});

test('a batch that holds an invalid message fails the upstream', async () => {
  const { url } = await listen((request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('[{"jsonrpc":"2.0","id":1,"result":{}}, 7]'),
  );

  const { remote } = await connect({ url, protocol: 'legacy' });

  expect(remote.status.state).toBe('failed');
});

const addressed: Readonly<Record<string, JsonObject>> = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { resources: {}, completions: {} },
    serverInfo: { name: 'notes', version: '1' },
  },
  'resources/list': {
    resources: [
      { uri: 'notes://My Notes', name: 'all' },
      { uri: 'notes://my%20notes', name: 'again' },
    ],
  },
  'resources/templates/list': { resourceTemplates: [{ uriTemplate: 'notes://café/{id}{?part}', name: 'one' }] },
};

/** An upstream that compares URIs as texts, and has nothing but what it lists. */
async function listenForAddresses(): Promise<{ url: string; read: JsonObject[] }> {
  const read: JsonObject[] = [];
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: JsonObject };
    if (id === undefined) return response.writeHead(202).end();
    const uri = String(params?.['uri']);
    if (method === 'resources/read') read.push(params!);
    const isThere = uri === 'notes://My Notes' || uri.startsWith('notes://café/');
    const answer =
      method === 'resources/read' && !isThere
        ? { error: { code: -32602, message: `Resource ${uri} not found` } }
        : { result: addressed[method] ?? { contents: [{ uri: 'notes://x', text: uri }] } };
    const json = JSON.stringify({ jsonrpc: '2.0', id, ...answer });
    return response.writeHead(200, { 'content-type': 'application/json' }).end(json);
  });
  return { url, read };
}

test('an upstream is asked for its own spelling of a URI, whichever a client uses, and lists are encoded', async () => {
  const { url, read } = await listenForAddresses();
  const { client } = await connect({ url, protocol: 'legacy' });

  for (const uri of ['notes://my%20notes', 'NOTES://My Notes', 'notes://caf%C3%A9/7?part=a', 'notes://café/8'])
    await client.readResource(uri);

  expect(read).toMatchObject([
    { uri: 'notes://My Notes' },
    { uri: 'notes://My Notes' },
    { uri: 'notes://café/7?part=a' },
    { uri: 'notes://café/8' },
  ]);
  expect(await client.listResources()).toMatchObject([{ uri: 'notes://My%20Notes', name: 'all' }]);
  expect(await client.listResourceTemplates()).toMatchObject([{ uriTemplate: 'notes://caf%C3%A9/{id}{?part}' }]);
});

test('a resource that the upstream does not have is not found in the client’s revision, with its URI', async () => {
  const { url } = await listenForAddresses();
  const { client } = await connect({ url, protocol: 'legacy' });

  await expect(client.readResource('notes://elsewhere')).rejects.toMatchObject({
    code: -32002,
    message: expect.stringContaining('not found') as string,
    data: { uri: 'notes://elsewhere' },
  });
});

const program = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const [file] = process.argv.slice(2);
appendFileSync(file, 'began ' + process.pid + '\\n');
const results = {
  initialize: {
    protocolVersion: '2025-06-18',
    capabilities: { resources: { subscribe: true } },
    serverInfo: { name: 'meter', version: '1' },
  },
  'resources/list': { resources: [{ uri: 'meter://now', name: 'now' }] },
  'resources/templates/list': { resourceTemplates: [] },
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'resources/subscribe') appendFileSync(file, method + ' ' + params.uri + '\\n');
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
});
`;

test('subscriptions are renewed when the upstream restarts', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-again-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [script, file] = [join(folder, 'meter.mjs'), join(folder, 'seen')];
  await writeFile(script, program);
  await appendFile(file, '');
  const seen = async (): Promise<string[]> => (await readFile(file, 'utf8')).trim().split('\n');
  const { client } = await connect({ command: process.execPath, args: [script, file], protocol: 'legacy' });
  await client.subscribe('meter://now');
  await expect.poll(seen).toHaveLength(2);
  const [, pid] = (await seen())[0]!.split(' ');

  process.kill(Number(pid), 'SIGKILL');

  await expect
    .poll(async () => (await seen()).map((line) => line.replace(/^began \d+$/, 'began')), { timeout: 15_000 })
    .toEqual(['began', 'resources/subscribe meter://now', 'began', 'resources/subscribe meter://now']);
});
