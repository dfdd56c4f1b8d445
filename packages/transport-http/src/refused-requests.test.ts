import { once } from 'node:events';
import type { Engine } from '@sigil/core/engine';
import { namesModernEra } from '@sigil/core/internal';
import { runRefusedRequests, type TransportPair } from '@sigil/testing/contracts';
import { createEndpoint } from './endpoint/endpoint.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { begin, openSocket, openTestServer, send, testClock } from './http.test-support.js';
import { openHttpServer } from './listening/open-http-server.js';
import { createSseEndpoints } from './sse-pair/sse-endpoints.js';

const maxBodyBytes = 2 * 1024 * 1024;
const formats = { Accept: 'application/json, text/event-stream' };

/** Sends each text in a separate POST, in the session that the first one opens. */
async function openEndpoint(engine: Engine, date: string): Promise<TransportPair> {
  const endpoint = createEndpoint(engine, { limits: { maxBodyBytes } });
  const http = await openHttpServer({ endpoints: new Map([['/mcp', endpoint]]), port: 0 });
  let onMessage: (text: string) => void = () => undefined;
  const modern = namesModernEra(date) ? { 'MCP-Protocol-Version': date, 'Mcp-Method': 'ping' } : {};
  let session: Record<string, string> = {};
  let posted = Promise.resolve();
  const post = async (body: string): Promise<void> => {
    const { headers, text, messages } = await send(http.port, { headers: { ...formats, ...modern, ...session }, body });
    const id = headers['mcp-session-id'];
    if (typeof id === 'string') session = { 'Mcp-Session-Id': id };
    if (text !== '') for (const message of messages) onMessage(JSON.stringify(message));
  };
  return {
    send: (text) => void (posted = posted.then(() => post(text))),
    onMessage: (listener) => void (onMessage = listener),
    close: async () => {
      await posted;
      await http.close({ graceMs: 1 });
    },
  };
}

/** Receives answers over the one stream, and refusals of invalid messages with the POST. */
async function openStreamPair(engine: Engine): Promise<TransportPair> {
  const pair = createSseEndpoints(engine, { messagesPath: '/messages', limits: { maxBodyBytes } });
  const endpoints = new Map([
    ['/sse', pair.stream],
    ['/messages', pair.messages],
  ]);
  const http = await openHttpServer({ endpoints, port: 0 });
  const stream = await begin(http.port, { method: 'GET', path: '/sse', headers: { Accept: 'text/event-stream' } });
  stream.setEncoding('utf8').on('error', () => undefined);
  let onMessage: (text: string) => void = () => undefined;
  let onPath: (path: string) => void = () => undefined;
  let posted: Promise<string | void> = new Promise<string>((resolve) => (onPath = resolve));
  const path = posted as Promise<string>;
  let unread = '';
  stream.on('data', (chunk: string) => {
    const events = (unread + chunk).split('\n\n');
    unread = events.pop()!;
    for (const event of events) {
      const data = /^data: (.+)$/m.exec(event)?.[1];
      if (data !== undefined) (event.includes('event: endpoint') ? onPath : onMessage)(data);
    }
  });
  const post = async (body: string): Promise<void> => {
    const { status, messages } = await send(http.port, { path: await path, body });
    if (status !== 202) for (const message of messages) onMessage(JSON.stringify(message));
  };
  return {
    send: (text) => void (posted = posted.then(() => post(text))),
    onMessage: (listener) => void (onMessage = listener),
    close: async () => {
      await posted;
      await http.close({ graceMs: 1 });
    },
  };
}

runRefusedRequests('http', openEndpoint, {
  revisions: ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'],
  maxTextBytes: maxBodyBytes,
  hasStatuses: true,
});
runRefusedRequests('http and sse', openStreamPair, {
  revisions: ['2024-11-05', '2025-03-26'],
  maxTextBytes: maxBodyBytes,
  hasStatuses: true,
});

describe('the refusal of a body', () => {
  const maxBodyBytes = 10_000;
  const text = 'x'.repeat(maxBodyBytes);
  let port = 0;
  beforeEach(async () => {
    ({ port } = await openTestServer({ limits: { maxBodyBytes } }));
  });

  test.each([
    ['a number', `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"text":"${text}"}}`, 7],
    ['a string', `{"id":"é","jsonrpc":"2.0","method":"ping","params":{"text":"${text}"}}`, 'é'],
    ['none of an answer', `{"jsonrpc":"2.0","id":7,"result":{"text":"${text}"}}`, undefined],
    ['behind its long parameters', `{"params":{"text":"${text}"},"id":7}`, 7],
  ])('has the request id: %s', async (_what, body, id) => {
    const declared = await send(port, { body });
    const chunked = await send(port, { body, headers: { 'Transfer-Encoding': 'chunked' } });

    for (const { status, messages } of [declared, chunked]) {
      expect(status).toBe(413);
      expect(messages[0]?.error?.code).toBe(-32600);
      expect(messages[0]?.id).toBe(id);
    }
  });

  test.each([
    ['without a version, which is one that has batches', {}, [1, 2]],
    ['in the revision that has batches', { 'MCP-Protocol-Version': '2025-03-26' }, [1, 2]],
    ['in one that has none', { 'MCP-Protocol-Version': '2025-06-18' }, [1]],
  ])('has the ids of the requests in a batch %s', async (_what, headers, ids) => {
    const body = `[{"id":1,"method":"ping"},{"id":2,"method":"ping","params":{"text":"${text}"}}]`;

    const { status, messages } = await send(port, { body, headers });

    expect(status).toBe(413);
    expect(messages.map(({ id }) => id)).toEqual(ids);
  });

  test('does not wait longer than lingerMs for the id', async () => {
    const clock = testClock();
    const { port } = await openTestServer({ limits: { maxBodyBytes, lingerMs: 700 }, clock });
    const timers = clock.timerCount;
    const socket = await openSocket(port);

    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write(`Content-Length: 100000\r\n\r\n{"params":"${text}`);
    await expect.poll(() => clock.timerCount).toBe(timers + 1);
    clock.advance(700);
    await expect.poll(() => clock.timerCount).toBe(timers + 1);
    clock.advance(700);

    expect(await socket.readAll()).toMatch(/^HTTP\/1\.1 413 [^]*{"jsonrpc":"2.0","error"/);
  });

  test('has an id that came with the head, although the rest did not arrive', async () => {
    const socket = await openSocket(port);

    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10001\r\n\r\n{"id":5,',
    );

    expect(await socket.readAll()).toMatch(/^HTTP\/1\.1 413 [^]*"id":5,"error"/);
  });

  test('has the id of a body that arrives after its head, as many clients send it', async () => {
    const socket = await openSocket(port);

    socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 100000\r\nExpect: 100-continue\r\n\r\n');
    await once(socket, 'data');
    socket.write('{"jsonrpc":"2.0","id":6,"method":"ping"');

    expect(await socket.readAll()).toMatch(/HTTP\/1\.1 413 [^]*"id":6,"error"/);
  });

  test('has no id if nothing of the body arrives within lingerMs', async () => {
    const clock = testClock();
    const { port } = await openTestServer({ limits: { maxBodyBytes, lingerMs: 700 }, clock });
    const timers = clock.timerCount;
    const socket = await openSocket(port);

    socket.write(
      'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
    );
    await expect.poll(() => clock.timerCount).toBe(timers + 1);
    clock.advance(700);
    await expect.poll(() => clock.timerCount).toBe(timers + 1);
    clock.advance(700);

    expect(await socket.readAll()).toMatch(/^HTTP\/1\.1 413 [^]*{"jsonrpc":"2.0","error"/);
  });

  test('has the id of a body that is not UTF-8', async () => {
    const body = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":3,"method":"'),
      Buffer.from([0xff]),
      Buffer.from('"}'),
    ]);

    const { status, messages } = await send(port, { body });

    expect([status, messages[0]?.id, messages[0]?.error?.code]).toEqual([400, 3, -32700]);
  });
});
