import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { PublishedTool, ToolResult } from '@sigil/core/catalog';
import { Clients } from '@sigil/core/engine';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { busyTool, callOf, echo, modernRequest, textResult, toolOf } from '@sigil/testing/transports';
import { connectPeer, openTestServer, path } from './ws.test-support.js';

const mebibyte = 1024 * 1024;
const longBytes = 8 * mebibyte;

function longTool() {
  const seen = { runs: 0 };
  const run = async (): Promise<ToolResult> => {
    seen.runs++;
    return textResult('x'.repeat(longBytes));
  };
  const tool: PublishedTool = { definition: { name: 'long', inputSchema: { type: 'object' } }, run };
  return { tool, seen };
}

/** A WebSocket that writes given bytes, and reads nothing. */
async function openBareSocket(port: number, subprotocol = 'mcp'): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      `Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: ${subprotocol}\r\n\r\n`,
  );
  await once(socket, 'readable');
  socket.read();
  return socket;
}

/** Makes a text frame with any declared length; its mask of zeros changes nothing. */
function frameOf(text: string, length = text.length): Buffer {
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(length), 2);
  return Buffer.concat([head, Buffer.from(text)]);
}

const callsOfLong = (count: number): Buffer =>
  Buffer.concat(
    Array.from({ length: count }, (_, id) =>
      frameOf(JSON.stringify(modernRequest(id, 'tools/call', { name: 'long' }))),
    ),
  );

async function untilNothing({ requestBytes, answerBytes, nativeStreams, listenStreams }: Clients): Promise<void> {
  const inUse = (): number[] => [requestBytes, answerBytes, nativeStreams, listenStreams].map((it) => it.inUse);
  await expect.poll(inUse, { interval: 5, timeout: 20_000 }).toEqual([0, 0, 0, 0]);
}

describe('messages in transit', () => {
  test('beyond the share of their sender close the connection with 1013 and the limit', async () => {
    const clients = new Clients({ maxRequestBytes: 100_000 });
    const { port } = await openTestServer([echo], { clients, limits: { closeTimeoutMs: 50 } });
    const first = await openBareSocket(port);
    first.write(frameOf('x'.repeat(40_000), mebibyte));
    await expect.poll(() => clients.requestBytes.inUse).toBe(40_014);
    const peer = await connectPeer(port);

    peer.socket.send('x'.repeat(40_000), { fin: false });
    const ended = await peer.ended;
    first.destroy();

    expect(ended).toEqual({ code: 1013, reason: 'too many bytes in hand (limit maxRequestBytes)' });
    await untilNothing(clients);
  });

  test('are no longer counted once they are handled, even with pings in between', async () => {
    const clients = new Clients();
    const { port } = await openTestServer([echo], { clients });
    const peer = await connectPeer(port);

    for (let id = 0; id < 200; id++) {
      peer.socket.ping('x'.repeat(100));
      peer.tell(callOf(id, 'echo', { text: 'hello' }));
      await peer.next();
    }

    expect(clients.requestBytes.inUse).toBeLessThan(1_000);
    peer.socket.terminate();
    await untilNothing(clients);
  });
});

describe('a peer that sends without reading', () => {
  test('has its next messages handled only after it has read', async () => {
    const clients = new Clients();
    const { tool, seen } = longTool();
    const { port } = await openTestServer([tool, echo], { clients, limits: { stallTimeoutMs: 60_000 } });
    const socket = await openBareSocket(port);

    socket.write(callsOfLong(10));
    await expect.poll(() => clients.answerBytes.inUse).toBeGreaterThan(0);
    const other = await connectPeer(port);
    other.tell(callOf(1, 'echo', { text: 'hello' }));
    await other.next();
    const runsWhileUnread = seen.runs;
    let read = 0;
    socket.on('data', (piece: Buffer) => (read += piece.length)).resume();
    await expect.poll(() => read, { timeout: 30_000 }).toBeGreaterThan(10 * longBytes);

    expect(runsWhileUnread).toBe(1);
    expect(seen.runs).toBe(10);
    socket.destroy();
    other.socket.terminate();
    await untilNothing(clients);
  });

  test('is disconnected when its unread answers exceed the limit', async () => {
    const clients = new Clients({ maxAnswerBytesPerConnection: mebibyte });
    const { port, sockets } = await openTestServer([longTool().tool], { clients });
    const socket = await openBareSocket(port);

    socket.write(callsOfLong(1));
    await expect.poll(() => sockets.connectionCount).toBe(0);

    await untilNothing(clients);
  });
});

test('messages that arrive together yield to the event loop after 20 ms', async () => {
  const { tool, turnsAtCall } = busyTool();
  const { port } = await openTestServer([tool]);
  const socket = await openBareSocket(port);
  socket.resume();

  const frames = Array.from({ length: 8 }, (_, id) => frameOf(JSON.stringify(callOf(id, 'busy'))));
  socket.write(Buffer.concat(frames));
  await expect.poll(() => turnsAtCall).toHaveLength(8);

  // The clock is first checked at the second call.
  expect(new Set(turnsAtCall.slice(1)).size).toBe(7);
});

test('one client cannot exceed its share of the connections, and another can still connect', async () => {
  const { port } = await openTestServer([echo], { limits: { maxConnections: 4 } });
  await connectPeer(port);
  await connectPeer(port);

  const third = connect(port, '127.0.0.1');
  onTestFinished(() => void third.destroy());
  third.write(
    `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n` +
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: mcp\r\n\r\n',
  );
  const [answer] = (await once(third, 'data')) as [Buffer];
  await connectPeer(port, 'mcp', { localAddress: '127.0.0.2' });

  expect(String(answer)).toMatch(/^HTTP\/1\.1 429 /);
  expect(String(answer)).toContain('Retry-After: 60');
  expect(String(answer)).toContain('limit maxConnections');
});

const native = (method: string): Buffer => frameOf(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }));
const listen = modernRequest(1, 'subscriptions/listen', { notifications: { toolsListChanged: true } });

/** Messages that a peer may send, after each of which it disconnects. */
const acts: Readonly<Record<string, readonly [subprotocol: string, bytes: Buffer]>> = {
  'an unfinished message': ['mcp', frameOf('x'.repeat(70_000), mebibyte)],
  'a call': ['mcp', frameOf(JSON.stringify(callOf(1, 'echo', { text: 'hello' })))],
  'calls whose answers it does not read': ['mcp', callsOfLong(3)],
  'a call that never ends': ['mcp', frameOf(JSON.stringify(callOf(1, 'stuck', {})))],
  'a stream that listens': ['mcp', frameOf(JSON.stringify(listen))],
  'a native stream': ['sigil.stream', native('stuck')],
  'native streams that are not there': ['sigil.stream', Buffer.concat([native('none'), native('none')])],
  'what is no frame': ['mcp', Buffer.from('no frame at all')],
};

test('arbitrary actions and disconnects of peers leave no resources in use', async () => {
  const stuck = toolOf('stuck', (_input, context) => {
    return new Promise((_resolve, reject) => {
      context.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  });
  const clients = new Clients({ maxRequestBytes: 400_000, maxAnswerBytes: 40 * mebibyte });
  const limits = { closeTimeoutMs: 50 };
  const { port, sockets } = await openTestServer([echo, longTool().tool, stuck], { clients, limits });
  const list = array(constantFrom(...Object.keys(acts)), { minLength: 1, maxLength: 12 });
  await assert(
    asyncProperty(list, async (names) => {
      const opened = await Promise.all(names.map((name) => openBareSocket(port, acts[name]![0])));

      for (const [at, name] of names.entries()) opened[at]!.write(acts[name]![1]);
      await connectPeer(port).then(({ socket }) => socket.terminate());
      for (const socket of opened) socket.destroy();

      await expect.poll(() => sockets.connectionCount, { interval: 5 }).toBe(0);
      await untilNothing(clients);
    }),
    { numRuns: 15 },
  );
});
