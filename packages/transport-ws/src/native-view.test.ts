import { describe, expect, test } from 'vitest';
import type { JsonObject } from '@sigil/core';
import { engineOfStreams } from './streams.test-support.js';
import { gate, request, type JsonMessage } from '@sigil/testing/transports';
import { connectPeer, openTestServer } from './ws.test-support.js';

const native = 'sigil.stream';

async function* count({ count: to }: JsonObject) {
  for (let at = 1; at <= Number(to); at++) yield String(at);
  return `counted to ${String(to)}`;
}

/** Yields until it is asked to return, and reports that. */
function endless(text = 'again') {
  const ended = gate();
  const seen = { yielded: 0 };
  const generate = async function* () {
    try {
      for (;;) {
        seen.yielded++;
        yield text;
      }
    } finally {
      ended.open();
    }
  };
  return { generate, ended: ended.opened, seen };
}

/** Waits until the number no longer changes. */
async function settle(read: () => number): Promise<number> {
  let before = -1;
  const isSettled = (): boolean => {
    const now = read();
    const isSame = now > 0 && now === before;
    before = now;
    return isSame;
  };
  await expect.poll(isSettled, { interval: 100, timeout: 20_000 }).toBe(true);
  return before;
}

const eventOf = ({ params }: JsonMessage): JsonObject => params?.['result'] as JsonObject;

describe('the native view', () => {
  test('answers with a subscription, whose events have the name of the method', async () => {
    const { port } = await openTestServer([], { engine: engineOfStreams({ count }) });
    const peer = await connectPeer(port, native);

    peer.tell(request('a', 'count', { count: 2 }));
    const messages = [];
    for (let at = 0; at < 5; at++) messages.push(await peer.next());

    const event = (result: JsonObject) => ({ jsonrpc: '2.0', method: 'count', params: { subscription: 1, result } });
    expect(messages).toEqual([
      { jsonrpc: '2.0', id: 'a', result: { subscription: 1 } },
      event({ type: 'start' }),
      event({ type: 'content', content: '1' }),
      event({ type: 'content', content: '2' }),
      event({ type: 'complete', result: 'counted to 2' }),
    ]);
  });

  test('ends a generator when its reader unsubscribes, and sends no more of its events', async () => {
    const { generate, ended } = endless();
    const { port } = await openTestServer([], { engine: engineOfStreams({ endless: generate, count }) });
    const peer = await connectPeer(port, native);
    peer.tell(request(1, 'endless'));
    await peer.next();

    peer.tell(request(2, 'unsubscribe', { subscription: 1 }), request(3, 'count', { count: 1 }));
    let message = await peer.next();
    while (message.id !== 2) message = await peer.next();
    await ended;
    const after = [];
    for (let at = 0; at < 4; at++) after.push(await peer.next());

    expect(message.result).toBe(true);
    expect(after.map(({ id, method }) => id ?? method)).toEqual([3, 'count', 'count', 'count']);
  });

  test('ends every generator when the connection closes', async () => {
    const streams = [endless(), endless()];
    const [first, second] = streams.map(({ generate }) => generate);
    const { port } = await openTestServer([], { engine: engineOfStreams({ first: first!, second: second! }) });
    const peer = await connectPeer(port, native);
    peer.tell(request(1, 'first'), request(2, 'second'));
    await peer.next();

    peer.socket.terminate();

    await expect(Promise.all(streams.map(({ ended }) => ended))).resolves.toHaveLength(2);
  });

  test('ends a generator when the server closes, after the grace period', async () => {
    const { generate, ended } = endless();
    const { port, sockets } = await openTestServer([], { engine: engineOfStreams({ endless: generate }) });
    const peer = await connectPeer(port, native);
    peer.tell(request(1, 'endless'));
    await peer.next();

    await sockets.close({ graceMs: 5 });

    await ended;
    expect((await peer.ended).code).toBe(1001);
  });

  test('opens no stream while the server closes, and still accepts an unsubscribe', async () => {
    const { generate, ended } = endless();
    const { port, sockets } = await openTestServer([], { engine: engineOfStreams({ endless: generate, count }) });
    const peer = await connectPeer(port, native);
    peer.tell(request(1, 'endless'));
    await peer.next();

    const closed = sockets.close({ graceMs: 60_000 });
    peer.tell(request(2, 'count', { count: 1 }), request(3, 'unsubscribe', { subscription: 1 }));
    const answers = [];
    while (answers.length < 2) {
      const message = await peer.next();
      if (message.id !== undefined) answers.push(message);
    }

    expect(answers).toMatchObject([
      { id: 2, error: { code: -32603 } },
      { id: 3, result: true },
    ]);
    await ended;
    await closed;
  });

  test('suspends a generator while its reader is stalled and resumes it afterwards', async () => {
    const { generate, seen } = endless('x'.repeat(10_000));
    const { port } = await openTestServer([], { engine: engineOfStreams({ endless: generate }) });
    const peer = await connectPeer(port, native);
    peer.socket.pause();
    peer.tell(request(1, 'endless'));

    // The network's own buffers fill up first.
    const whileStalled = await settle(() => seen.yielded);
    peer.socket.resume();

    await expect.poll(() => seen.yielded).toBeGreaterThan(whileStalled + 1_000);
  });

  test('runs maxStreams of 10,000 subscriptions, refuses the others with the limit, and survives', async () => {
    const held = async function* () {
      yield 'held';
      await new Promise(() => undefined);
    };
    const { port } = await openTestServer([], { engine: engineOfStreams({ held, count }) });
    const peer = await connectPeer(port, native);

    for (let id = 1; id <= 10_000; id++) peer.tell(request(id, 'held'));
    const answers = new Map<unknown, JsonMessage>();
    while (answers.size < 10_000) {
      const message = await peer.next();
      if (message.id !== undefined) answers.set(message.id, message);
    }
    const refused = [...answers.values()].filter(({ error }) => error?.message.includes('limit maxStreams'));
    peer.tell(request('u', 'unsubscribe', { subscription: 1 }), request('c', 'count', { count: 1 }));
    let message = await peer.next();
    while (message.method !== 'count') message = await peer.next();

    expect(refused).toHaveLength(10_000 - 1_024);
    expect(message.params).toMatchObject({ result: { type: 'start' } });
  });

  test('carries 100 concurrent streams without loss, reordering or events after the end', async () => {
    const { port } = await openTestServer([], { engine: engineOfStreams({ count }) });
    const peer = await connectPeer(port, native);
    const events = new Map<unknown, JsonObject[]>();

    for (let id = 1; id <= 100; id++) peer.tell(request(id, 'count', { count: 100 }));
    for (let ended = 0; ended < 100;) {
      const message = await peer.next();
      if (message.method === undefined) continue;
      const subscription = message.params?.['subscription'];
      const event = eventOf(message);
      events.set(subscription, [...(events.get(subscription) ?? []), event]);
      if (event['type'] === 'complete') ended++;
    }

    const contents = Array.from({ length: 100 }, (_, at) => ({ type: 'content', content: String(at + 1) }));
    const whole = [{ type: 'start' }, ...contents, { type: 'complete', result: 'counted to 100' }];
    expect(events.size).toBe(100);
    for (const received of events.values()) expect(received).toEqual(whole);
  });

  test('answers a text that is not JSON with a parse error and continues', async () => {
    const { port } = await openTestServer([], { engine: engineOfStreams({ count }) });
    const peer = await connectPeer(port, native);

    peer.tell('{"jsonrpc":', request(1, 'nothing'));

    expect((await peer.next()).error?.code).toBe(-32700);
    expect(await peer.next()).toMatchObject({ id: 1, error: { code: -32601 } });
  });
});
