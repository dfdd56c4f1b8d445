/** Forms in which deployed servers answer, some of them against the specification. */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { openGateway, readReceived, resultOf, standardAnswer, textOf } from './scripted-upstreams.test-support.js';
import type { Received } from './scripted-upstreams.test-support.js';
import { listen } from '@sigil/test-support/upstream-servers';

const json = { 'content-type': 'application/json' };
const stream = { 'content-type': 'text/event-stream' };

type Write = (response: ServerResponse, answer: JsonObject, received: Received) => unknown;

function asJson(response: ServerResponse, answer: JsonObject): void {
  response.writeHead(200, json).end(JSON.stringify(answer));
}

/** @param write writes every answer @param accept answers every notification @returns its URL */
async function openUpstream(
  write: Write,
  accept = (response: ServerResponse): unknown => response.writeHead(202).end(),
): Promise<string> {
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const received = readReceived(body);
    if (received.id === undefined) return accept(response);
    return write(response, standardAnswer(received) ?? resultOf(received.id), received);
  });
  return url;
}

function changed(method: string, result: JsonObject): Write {
  return (response, answer, received) => asJson(response, received.method === method ? { ...answer, result } : answer);
}

test.each<[string, Write]>([
  ['on many lines', (response, answer) => response.writeHead(200, json).end(JSON.stringify(answer, null, 2))],
  ['on lines of another system', (response, answer) => response.writeHead(200, json).end(`\r\n${inLines(answer)}\r\n`)],
  [
    'on many lines of an event',
    (response, answer) => response.writeHead(200, stream).end(`${inLines(answer).replaceAll(/^/gm, 'data: ')}\r\n\r\n`),
  ],
  [
    'after a byte order mark',
    (response, answer) => response.writeHead(200, json).end(`\uFEFF${JSON.stringify(answer)}`),
  ],
  ['with its id as a string', (response, { id, ...answer }) => asJson(response, { ...answer, id: String(id) })],
  [
    'with its id as a string in an event',
    (response, { id, ...answer }) =>
      response.writeHead(200, stream).end(`data: ${JSON.stringify({ ...answer, id: String(id) })}\n\n`),
  ],
  [
    'as plain text',
    (response, answer) => response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(answer)),
  ],
  ['without a type', (response, answer) => response.writeHead(201).end(JSON.stringify(answer))],
])('an answer %s is passed on, on one line', async (_how, write) => {
  const url = await openUpstream(write);

  const { connect } = await openGateway({ url });
  const client = await connect();

  expect(await client.listTools()).toHaveLength(3);
  // The client refuses messages of several lines.
  expect(textOf(await client.callTool('one', {}))).toBe('done');
});

function inLines(answer: JsonObject): string {
  return JSON.stringify(answer, null, 2).replaceAll('\n', '\r\n');
}

test('line breaks in the strings of an answer are kept', async () => {
  const text = 'two\nlines\r\n';
  const url = await openUpstream((response, answer, { id, method }) =>
    response.writeHead(200, json).end(JSON.stringify(method === 'tools/call' ? resultOf(id, text) : answer, null, 2)),
  );

  const client = await (await openGateway({ url })).connect();

  expect(textOf(await client.callTool('one', {}))).toBe(text);
});

test('a compressed answer is refused with the header that prevents it', async () => {
  const url = await openUpstream((response, answer) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(gzipSync(JSON.stringify(answer))),
  );

  const { remote } = await openGateway({ url });

  expect(remote.status).toMatchObject({
    state: 'failed',
    lastError: {
      message: expect.stringMatching(/content-encoding "gzip".*the header "accept-encoding" as "identity"/),
    },
  });
});

test.each([400, 404, 500])('an upstream that answers notifications with HTTP %i is served', async (status) => {
  const url = await openUpstream(asJson, (response) => response.writeHead(status, json).end('{}'));

  const { remote, connect } = await openGateway({ url });
  const client = await connect();

  expect(remote.status.state).toBe('serving');
  expect(textOf(await client.callTool('one', {}))).toBe('done');
});

test.each([502, 504])(
  'an upstream is not served whose proxy answers the last message of a handshake with HTTP %i',
  async (status) => {
    const url = await openUpstream(asJson, (response) => response.writeHead(status).end());

    expect((await openGateway({ url })).remote.status.state).toBe('failed');
  },
);

test('an upstream that refuses our credentials for a notification is not served', async () => {
  const url = await openUpstream(asJson, (response) => response.writeHead(403).end());

  expect((await openGateway({ url })).remote.status.state).toBe('unauthorized');
});

const inputSchema = { type: 'object' };

test('an empty cursor that leads to itself ends a list', async () => {
  const url = await openUpstream(changed('tools/list', { tools: [{ name: 'one', inputSchema }], nextCursor: '' }));

  const { remote } = await openGateway({ url });

  expect(remote.status.state).toBe('serving');
  expect(remote.source.current().tools).toHaveLength(1);
});

test('an empty cursor that leads on is followed', async () => {
  const url = await openUpstream((response, answer, { method, params: { cursor } }) => {
    const page = { tools: [{ name: `after-${cursor === '' ? 'empty' : String(cursor ?? 'nothing')}`, inputSchema }] };
    const next: JsonObject = cursor === undefined ? { nextCursor: '' } : cursor === '' ? { nextCursor: 'x' } : {};
    asJson(response, method === 'tools/list' ? { ...answer, result: { ...page, ...next } } : answer);
  });

  const { remote } = await openGateway({ url });

  expect(remote.source.current().tools.map(({ definition }) => definition.name)).toEqual([
    'after-nothing',
    'after-empty',
    'after-x',
  ]);
});

test.each([
  ['another one', '0.1.0', '"0.1.0"'],
  ['a long one', 'x'.repeat(100), `"${'x'.repeat(32)}"`],
  ['no text', 5, 'none'],
])('a protocol version that is %s is named beside those that are known', async (_what, protocolVersion, named) => {
  const url = await openUpstream(changed('initialize', { protocolVersion, capabilities: { tools: {} } }));

  const { remote } = await openGateway({ url });

  expect(remote.status.lastError?.message).toBe(
    `the server speaks protocol version ${named}, expected one of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25`,
  );
});
