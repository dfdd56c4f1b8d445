/** Upstreams of one client, whose capabilities are known before they are reached. */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { metaKeys, modernDates, releaseCapabilities } from '@sigil/core/internal';
import { expect, test } from 'vitest';
import { modernRevision } from '@sigil/client/internal';
import {
  openGateway,
  openScriptedSse,
  openScriptedWs,
  readReceived,
  resultOf,
  standardAnswer,
  textOf,
  type Received,
  type Say,
} from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const apps = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } };
const declared = {
  elicitation: { form: {} },
  roots: { listChanged: true },
  experimental: { x: {} },
  extensions: { ...apps, 'com.example/other': {} },
};
const askable = { elicitation: { form: {} }, roots: {} };

/** Opens an upstream over HTTP of the older era, without sessions. */
async function openScriptedHttp(script: (received: Received) => void): Promise<string> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const received = readReceived(body);
    script(received);
    const answer = received.method === 'tools/call' ? resultOf(received.id) : standardAnswer(received);
    if (!answer) return void response.writeHead(202).end();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  return url;
}

test.each([
  ['WebSockets', (script: (received: Received) => void) => openScriptedWs(script)],
  ['SSE', async (script: (received: Received) => void) => (await openScriptedSse(script)).url],
  ['HTTP', openScriptedHttp],
])('an upstream over %s gets one handshake, with the capabilities of the only client', async (transport, open) => {
  const handshakes: unknown[] = [];
  const url = await open(({ method, params }) => {
    if (method === 'initialize') handshakes.push(params['capabilities']);
  });
  const configuration = { url, ...(transport === 'SSE' ? { transport: 'sse' } : {}) };

  const { remote } = await openGateway(configuration, { isOfOneClient: true, clientCapabilities: declared });

  expect(remote.status.state).toBe('serving');
  const roots = { listChanged: true };
  expect(handshakes).toEqual([{ ...askable, roots, extensions: declared.extensions, ...releaseCapabilities }]);
});

test('an upstream does not hear of capabilities that the only client lacks', async () => {
  const handshakes: JsonObject[] = [];
  const url = await openScriptedWs(({ method, params }) => {
    if (method === 'initialize') handshakes.push(params['capabilities'] as JsonObject);
  });

  await openGateway({ url }, { isOfOneClient: true, clientCapabilities: {} });

  expect(handshakes).toHaveLength(1);
  expect(handshakes[0]).not.toHaveProperty('elicitation');
  expect(handshakes[0]).not.toHaveProperty('sampling');
  expect(handshakes[0]).not.toHaveProperty('roots');
});

test.each([
  ['WebSockets', (script: (received: Received, say: Say) => void) => openScriptedWs(script)],
  ['HTTP', openScriptedHttp],
])('over %s, a call that declares more than the first message can be asked more', async (_transport, open) => {
  const handshakes: unknown[] = [];
  const url = await open(({ id, method, params }, say?: Say) => {
    if (method === 'initialize') handshakes.push(params['capabilities']);
    if (method === 'tools/call') say?.(resultOf(id));
  });
  const clientCapabilities = { elicitation: {}, extensions: apps };
  const { connect } = await openGateway({ url }, { isOfOneClient: true, clientCapabilities });
  const revision = modernRevision;
  const known = await connect({ revision, capabilities: { elicitation: { form: {} } } });
  const more = await connect({ revision, capabilities: { elicitation: { form: {} }, roots: {} } });

  await known.callTool('one');
  expect(handshakes).toHaveLength(1);
  await more.callTool('one');
  await more.callTool('one');

  const roots = { listChanged: true };
  expect(handshakes.slice(1)).toEqual([{ elicitation: { form: {} }, roots, extensions: apps, ...releaseCapabilities }]);
});

test.each([
  ['calls that can be asked', { elicitation: { form: {} } }],
  ['calls that cannot be asked', {}],
])('where clients have sessions of their own, that of %s declares the extension too', async (_what, capabilities) => {
  const handshakes: unknown[] = [];
  const url = await openScriptedWs(({ id, method, params }, say) => {
    if (method === 'initialize') handshakes.push(params['capabilities']);
    if (method === 'tools/call') say(resultOf(id));
  });
  const clientCapabilities = { elicitation: { form: {} }, extensions: apps };
  const configuration = { url, sessions: 'perClient' };
  const { connect } = await openGateway(configuration, { isOfOneClient: true, clientCapabilities });
  const client = await connect({ revision: modernRevision, capabilities });

  await client.callTool('one');

  expect(handshakes.slice(1)).toEqual([{ ...capabilities, extensions: apps, ...releaseCapabilities }]);
});

test('every request to an upstream of the newest revision states the capabilities of the only client', async () => {
  const stated: [string, unknown][] = [];
  const results: Readonly<Record<string, JsonObject>> = {
    'server/discover': {
      supportedVersions: [...modernDates],
      capabilities: { tools: {} },
      ttlMs: 0,
      cacheScope: 'public',
    },
    'tools/list': { tools: [{ name: 'one', inputSchema: { type: 'object' } }], ttlMs: 0, cacheScope: 'public' },
    'tools/call': { content: [{ type: 'text', text: 'done' }] },
  };
  const { url } = await listen((_request, response, body) => {
    const { id, method = '', params } = readReceived(body);
    const meta = isJsonObject(params['_meta']) ? params['_meta'] : {};
    stated.push([method, meta[metaKeys.clientCapabilities]]);
    const result = { resultType: 'complete', ...results[method] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
  });
  const { connect } = await openGateway(
    { url, protocol: 'modern' },
    { isOfOneClient: true, clientCapabilities: declared },
  );
  const client = await connect({ answers: { roots: () => [] } });

  expect(textOf(await client.callTool('one'))).toBe('done');

  const known = { ...askable, extensions: declared.extensions };
  expect(stated.slice(0, 2)).toEqual([
    ['server/discover', known],
    ['tools/list', known],
  ]);
  // The client of this call declared roots alone.
  expect(stated.at(-1)).toEqual(['tools/call', { roots: {}, extensions: declared.extensions, ...releaseCapabilities }]);
});
