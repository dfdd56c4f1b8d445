import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Clients } from '@sigil/core/engine';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { busyTool, echo, gate, textResult, toolOf } from '@sigil/testing/transports';
import {
  call,
  initialize,
  legacyNotification,
  modern,
  modernDate,
  openSocket,
  openTestServer,
  openTestSession,
  rawPost,
  send,
  type TestServer,
} from './http.test-support.js';

const mebibyte = 1024 * 1024;
const longBytes = 8 * mebibyte;

/** A tool with an answer longer than a network accepts at once, which counts its calls. */
function longTool() {
  const seen = { runs: 0 };
  const tool = toolOf('long', async () => {
    seen.runs++;
    return textResult('x'.repeat(longBytes));
  });
  return { tool, seen };
}

const callLong = rawPost(modern('tools/call', { name: 'long' }));

/** The beginning of a request whose body does not end. */
function unfinished(bytes: number): string {
  const head = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${mebibyte}\r\n\r\n`;
  return `${head}${'x'.repeat(bytes)}`;
}

async function untilNothing({ requestBytes, answerBytes, sessions, listenStreams }: Clients): Promise<void> {
  await expect
    .poll(() => [requestBytes, answerBytes, listenStreams].map(({ inUse }) => inUse), { interval: 5, timeout: 20_000 })
    .toEqual([0, 0, 0]);
  expect(sessions.inUse).toBeGreaterThanOrEqual(0);
}

describe('a peer that sends without reading', () => {
  test('has its next request served only after the pending answer is sent', async () => {
    const clients = new Clients();
    const { tool, seen } = longTool();
    const { port } = await openTestServer({ tools: [tool], clients });
    const socket = await openSocket(port);
    socket.pause();

    socket.write(callLong.repeat(20));
    await expect.poll(() => clients.answerBytes.inUse).toBeGreaterThan(0);
    // An answer to another client arrives after everything of the first that could be served.
    await send(port, call('hello'));
    const whileUnread = { runs: seen.runs, bytes: clients.answerBytes.inUse };
    let read = 0;
    socket.on('data', (piece: Buffer) => (read += piece.length)).resume();
    await expect.poll(() => read, { timeout: 30_000 }).toBeGreaterThan(20 * longBytes);

    expect(whileUnread.runs).toBe(1);
    expect(whileUnread.bytes).toBeLessThan(longBytes + mebibyte);
    expect(seen.runs).toBe(20);
    await untilNothing(clients);
  });

  test('frees its pending answers when it disconnects', async () => {
    const clients = new Clients();
    const { port } = await openTestServer({ tools: [longTool().tool], clients });
    const socket = await openSocket(port);
    socket.pause();

    socket.write(callLong.repeat(5));
    await expect.poll(() => clients.answerBytes.inUse).toBeGreaterThan(longBytes);
    socket.destroy();

    await untilNothing(clients);
  });

  test('has its requests served one after another, even slow ones', async () => {
    const first = gate();
    const order: string[] = [];
    const wait = toolOf('wait', async (input) => {
      order.push(`begin ${String(input['text'])}`);
      if (input['text'] === 'a') await first.opened;
      order.push(`end ${String(input['text'])}`);
      return textResult('done');
    });
    const { port } = await openTestServer({ tools: [wait, echo] });
    const socket = await openSocket(port);
    const callOf = (text: string): string => rawPost(modern('tools/call', { name: 'wait', arguments: { text } }));

    socket.write(callOf('a') + callOf('b'));
    await expect.poll(() => order).toEqual(['begin a']);
    await send(port, call('hello'));
    first.open();
    await expect.poll(() => order).toHaveLength(4);

    expect(order).toEqual(['begin a', 'end a', 'begin b', 'end b']);
  });

  test('cannot hold the event loop across requests of more than 20 ms', async () => {
    const { tool, turnsAtCall } = busyTool();
    const { port } = await openTestServer({ tools: [tool] });
    const socket = await openSocket(port);
    socket.resume();

    socket.write(rawPost(modern('tools/call', { name: 'busy' })).repeat(8));
    await expect.poll(() => turnsAtCall).toHaveLength(8);

    // The clock is first checked at the second call.
    expect(new Set(turnsAtCall.slice(1)).size).toBe(7);
  });
});

describe('request bodies in transit', () => {
  test('beyond the share of their sender are refused with 429, the limit and Retry-After', async () => {
    const clients = new Clients({ maxRequestBytes: 100_000 });
    const { port } = await openTestServer({ clients });
    const [first, second] = [await openSocket(port), await openSocket(port)];
    second.on('error', () => undefined);

    first.write(unfinished(40_000));
    await expect.poll(() => clients.requestBytes.inUse).toBe(40_000);
    second.write(unfinished(40_000));
    const [answer] = (await once(second, 'data')) as [Buffer];
    first.destroy();
    second.destroy();

    expect(String(answer)).toMatch(/^HTTP\/1\.1 429 /);
    expect(String(answer)).toContain('Retry-After: 5');
    expect(String(answer)).toContain('limit maxRequestBytes');
    await untilNothing(clients);
  });

  test('beyond the total limit are refused with 503', async () => {
    const clients = new Clients({ maxRequestBytes: 50_000, clientSharePercent: 100 });
    const { port } = await openTestServer({ clients });

    const answer = await send(port, { body: 'x'.repeat(60_000) });

    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(clients.requestBytes.inUse).toBe(0);
  });

  test('stay counted while their request runs, even after the sender has disconnected', async () => {
    const [started, finish] = [gate(), gate()];
    const wait = toolOf('wait', async () => {
      started.open();
      await finish.opened;
      return textResult('done');
    });
    const clients = new Clients();
    const { port } = await openTestServer({ tools: [wait], clients });
    const id = await openTestSession(port);
    const socket = await openSocket(port);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait' } });

    socket.write(rawPost({ headers: { 'Mcp-Session-Id': id }, body }));
    await started.opened;
    socket.destroy();
    await expect.poll(() => socket.closed).toBe(true);
    const afterwards = clients.requestBytes.inUse;
    finish.open();

    expect(afterwards).toBe(body.length);
    await untilNothing(clients);
  });
});

describe('an answer above the memory limit', () => {
  test('is replaced by a refusal that names the limit', async () => {
    const clients = new Clients({ maxAnswerBytesPerConnection: mebibyte });
    const { port } = await openTestServer({ tools: [longTool().tool], clients });

    const answer = await send(port, modern('tools/call', { name: 'long' }));

    expect(answer.status).toBe(429);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.messages[0]?.error?.message).toContain('limit maxAnswerBytesPerConnection');
    expect(clients.answerBytes.inUse).toBe(0);
  });

  test('loses its connection if it is a stream', async () => {
    const chatty = toolOf('chatty', async (_input, context) => {
      for (let step = 0; step < 40; step++) void context.reportProgress(step, 40, 'x'.repeat(mebibyte));
      return textResult('done');
    });
    const clients = new Clients({ maxAnswerBytesPerConnection: 8 * mebibyte });
    const { port, http } = await openTestServer({ tools: [chatty], clients });
    const socket = await openSocket(port);
    socket.pause();

    socket.write(rawPost(modern('tools/call', { name: 'chatty', _meta: { progressToken: 'p' } })));
    await expect.poll(() => connectionCount(http.server), { timeout: 20_000 }).toBe(0);

    await untilNothing(clients);
  });
});

function connectionCount(server: TestServer['http']['server']): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count)));
}

/** Actions of a client on its own connection, after each of which it disconnects. */
const acts: Readonly<Record<string, (port: number, socket: Socket) => Promise<void> | void>> = {
  'an unfinished body': (_port, socket) => void socket.write(unfinished(70_000)),
  'a body that ends later': (_port, socket) => void socket.write(`${unfinished(70_000)}${'x'.repeat(mebibyte)}`),
  'a call': (_port, socket) => void socket.write(rawPost(call('hello'))),
  'long answers that nobody reads': (_port, socket) => void socket.pause().write(callLong.repeat(3)),
  'a call that never ends': (_port, socket) => void socket.write(rawPost(modern('tools/call', { name: 'stuck' }))),
  'what is no JSON': (_port, socket) => void socket.write(rawPost({ body: '{"x":' })),
  'a stream that listens': (_port, socket) => {
    const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    socket.write(rawPost({ ...listen, headers: { ...listen.headers, Accept: 'text/event-stream' } }));
  },
  'a session that listens and ends': async (port, socket) => {
    const id = await openTestSession(port);
    socket.write(`GET /mcp HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nMcp-Session-Id: ${id}\r\n\r\n`);
    await once(socket, 'data');
    await send(port, legacyNotification('notifications/cancelled', { requestId: 1 }, id));
    await send(port, { method: 'DELETE', headers: { 'Mcp-Session-Id': id } });
  },
  'a handshake that fails': async (port) => {
    const { body } = initialize(modernDate);
    await send(port, { body: String(body).replace('"protocolVersion"', '"version"') });
  },
};

test('arbitrary client actions and disconnects leave no resources in use', async () => {
  const list = array(constantFrom(...Object.keys(acts)), { minLength: 1, maxLength: 12 });
  await assert(
    asyncProperty(list, async (names) => {
      const clients = new Clients({ maxRequestBytes: 400_000, maxAnswerBytes: 40 * mebibyte });
      const stuck = toolOf('stuck', (_input, context) => {
        return new Promise((_resolve, reject) => {
          context.signal.addEventListener('abort', () => reject(new Error('aborted')));
        });
      });
      const { port, http, endpoint } = await openTestServer({ tools: [echo, longTool().tool, stuck], clients });
      const sockets = await Promise.all(names.map(() => openSocket(port)));
      for (const socket of sockets) socket.on('error', () => undefined);

      await Promise.all(names.map((name, at) => acts[name]!(port, sockets[at]!)));
      await send(port, call('hello'));
      for (const socket of sockets) socket.destroy();

      await untilNothing(clients);
      expect(clients.sessions.inUse).toBe(endpoint.sessionCount);
      await http.close({ graceMs: 1 });
      expect(clients.sessions.inUse).toBe(0);
    }),
    { numRuns: 15 },
  );
});
