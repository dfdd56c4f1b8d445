/** An answer whose stream ends early: the rest is fetched, and the call does not run twice. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { latestLegacyRevision } from '@sigil/core/internal';
import { connectInMemory, type ToolAnswer } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { openRemote } from '../open-remote.js';
import { listen } from '@sigil/test-support/upstream-servers';

const date = latestLegacyRevision.date;
const standard: Readonly<Record<string, string>> = {
  initialize: `{"protocolVersion":"${date}","capabilities":{"tools":{}},"serverInfo":{"name":"hand","version":"1"}}`,
  'tools/list': '{"tools":[{"name":"job","inputSchema":{"type":"object"}}]}',
};

interface Streams {
  /** Answers the call. */
  begin(response: ServerResponse, callId: number): void;
  /** Answers each request for the rest. */
  resume(response: ServerResponse, callId: number): void;
}

const openStream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

async function callJob(
  { begin, resume }: Streams,
  configuration: JsonObject = {},
): Promise<{ answer: ToolAnswer; calls: number; ids: unknown[] }> {
  const calls: number[] = [];
  const ids: unknown[] = [];
  const { url } = await listen((request: IncomingMessage, response, body) => {
    const lastId = request.headers['last-event-id'];
    const isResuming = request.method === 'GET' && lastId !== undefined;
    if (request.method !== 'POST' && !isResuming) return response.writeHead(405).end();
    if (isResuming) {
      ids.push(lastId);
      return resume(response, calls[0]!);
    }
    const { id, method } = JSON.parse(body) as JsonObject & { id?: number; method: string };
    const known = standard[method];
    if (id === undefined) return response.writeHead(202).end();
    if (method === 'tools/call') {
      calls.push(id);
      return begin(openStream(response), id);
    }
    response.writeHead(known ? 200 : 400, { 'content-type': 'application/json', 'mcp-session-id': 's-1' });
    return response.end(known && `{"jsonrpc":"2.0","id":${id},"result":${known}}`);
  });
  const remote = openRemote({ url, ...configuration }, { name: 'up', client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const engine = createEngine({ info: { name: 'gate', version: '1' }, source: remote.source });
  const client = await connectInMemory(engine, { revision: date });
  onTestFinished(() => client.close());
  return { answer: await client.callTool('job'), calls: calls.length, ids };
}

const resultOf = (id: number): string =>
  `id: e-9\ndata: {"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"whole"}]}}\n\n`;

test.each([
  ['ended by the upstream, which asks to be called again', (response: ServerResponse) => void response.end()],
  ['broken off', (response: ServerResponse) => response.flushHeaders()],
])('an answer that was %s resumes after its last event', async (how, leave) => {
  const begin = (response: ServerResponse): void => {
    response.write('id: e-1\nretry: 10\ndata:\n\n', () => {
      leave(response);
      if (how === 'broken off') setImmediate(() => response.destroy());
    });
  };
  let count = 0;
  const resume = (response: ServerResponse, id: number): void => {
    // The first resumption brings only a new id.
    if (count++ === 0) openStream(response).end('id: e-2\ndata:\n\n');
    else openStream(response).end(resultOf(id));
  };

  const { answer, calls, ids } = await callJob({ begin, resume });

  expect(answer.content).toMatchObject([{ text: 'whole' }]);
  expect(calls).toBe(1);
  expect(ids).toEqual(['e-1', 'e-2']);
});

test('an answer that never completes ends the call with an error', async () => {
  const begin = (response: ServerResponse): void => void response.end('id: e-1\nretry: 1\ndata:\n\n');
  const resume = (response: ServerResponse): void => void openStream(response).end();

  const { answer, calls } = await callJob({ begin, resume });

  expect(answer).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('before it was whole') }] });
  expect(calls).toBe(1);
});

test.each<[string, string, (response: ServerResponse) => void]>([
  ['the upstream is busy', 'e-1', (response) => void response.writeHead(429).end()],
  ['the upstream is busy for a time', 'e-1', (response) => void response.writeHead(503, { 'retry-after': '0' }).end()],
  ['the session is forgotten', 'e-1', (response) => void response.writeHead(404).end()],
  ['the upstream takes no such request', 'e-1', (response) => void response.writeHead(405).end()],
  ['no header can carry the id', '\u65e5', (response) => void response.writeHead(405).end()],
])('a call does not run twice when its answer cannot be fetched: %s', async (_why, eventId, resume) => {
  const begin = (response: ServerResponse): void => void response.end(`id: ${eventId}\nretry: 1\ndata:\n\n`);

  const { answer, calls } = await callJob({ begin, resume });

  expect(answer.isError).toBe(true);
  expect(calls).toBe(1);
});

test('the rest of an answer is not fetched before the retry time that the upstream sets, however long', async () => {
  const begin = (response: ServerResponse): void => void response.end('id: e-1\nretry: 3000000000\ndata:\n\n');
  const resume = (response: ServerResponse, id: number): void => void openStream(response).end(resultOf(id));

  const { answer, ids } = await callJob({ begin, resume }, { timeoutMs: 200 });

  expect(answer.isError).toBe(true);
  expect(ids).toEqual([]);
});

test('the first of two answers to one call counts', async () => {
  const begin = (response: ServerResponse, id: number): void =>
    void response.end(`${resultOf(id)}${resultOf(id).replace('whole', 'another')}`);

  const { answer } = await callJob({ begin, resume: () => undefined });

  expect(answer.content).toMatchObject([{ text: 'whole' }]);
});
