/** A call whose upstream lets its connection go: the client's connection goes too, whichever way the upstream says it. */
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { latestLegacyRevision, releasedMethod } from '@sigil/core/internal';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openRemote } from './open-remote.js';
import { listen } from '@sigil/test-support/upstream-servers';

const date = latestLegacyRevision.date;
const standard: Readonly<Record<string, string>> = {
  initialize: `{"protocolVersion":"${date}","capabilities":{"tools":{}},"serverInfo":{"name":"hand","version":"1"}}`,
  'tools/list': '{"tools":[{"name":"job","inputSchema":{"type":"object"}}]}',
};
const resultOf = (id: number): string => `data: {"jsonrpc":"2.0","id":${id},"result":{"content":[]}}\n\n`;

/** Calls the only tool. @returns how often the client's connection was let go, and what the upstream was told of its client */
async function callJob(begin: (response: ServerResponse, id: number) => void) {
  let callId = 0;
  let declared: unknown;
  const { url } = await listen((request, response, body) => {
    const isResuming = request.headers['last-event-id'] !== undefined;
    if (request.method !== 'POST' && !isResuming) return response.writeHead(405).end();
    const { id, method = '', params } = (body === '' ? {} : JSON.parse(body)) as JsonObject & { method?: string };
    if (method === 'initialize') declared = (params as JsonObject)['capabilities'];
    if (id === undefined && !isResuming) return response.writeHead(202).end();
    if (method in standard) {
      response.writeHead(200, { 'content-type': 'application/json' });
      return response.end(`{"jsonrpc":"2.0","id":${Number(id)},"result":${standard[method]}}`);
    }
    if (!isResuming && method !== 'tools/call') return response.writeHead(400).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (isResuming) return response.end(resultOf(callId));
    callId = Number(id);
    return begin(response, callId);
  });
  const remote = openRemote({ url }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const sent: JsonObject[] = [];
  const releaseConnection = vi.fn(() => true);
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const outlet = { send: async ({ json }: { json: string }) => void sent.push(JSON.parse(json) as JsonObject) };
  const session = engine.openSession(outlet, date);
  onTestFinished(() => session.close());
  const call = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'job', arguments: {} } };
  await session.receive(engine.read(JSON.stringify(call)) as never, { ...outlet, releaseConnection });
  return { releases: releaseConnection.mock.calls.length, answer: sent.at(-1), sent, declared };
}

test('a call’s stream that ends with a retry time releases the client’s connection', async () => {
  const { releases, answer } = await callJob((response) => void response.end('id: e-1\nretry: 10\ndata:\n\n'));

  expect(releases).toBe(1);
  expect(answer).toMatchObject({ id: 2, result: { content: [] } });
});

test('a release notice releases the client’s connection and is not passed on', async () => {
  const { releases, sent, declared } = await callJob((response, id) => {
    const notice = { jsonrpc: '2.0', method: releasedMethod, params: { requestId: id } };
    response.end(`data: ${JSON.stringify(notice)}\n\n${resultOf(id)}`);
  });

  expect(declared).toMatchObject({ experimental: { 'dev.sigil/release': {} } });
  expect(releases).toBe(1);
  expect(sent.filter(({ method }) => method !== undefined)).toEqual([]);
});

test('a call that is answered at once keeps its connection', async () => {
  const { releases } = await callJob((response, id) => void response.end(resultOf(id)));

  expect(releases).toBe(0);
});
