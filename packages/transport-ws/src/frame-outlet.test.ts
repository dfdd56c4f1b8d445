import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { callOf, echo, modernRequest, textResult, toolOf } from '@sigil/testing/transports';
import { connectPeer, openTestServer } from './ws.test-support.js';

/** Reports progress at the pace of its reader. */
function chattyTool(steps: number) {
  const seen = { reported: 0 };
  const tool = toolOf('chatty', async (_input, context) => {
    for (seen.reported = 0; seen.reported < steps; seen.reported++) {
      await context.reportProgress(seen.reported + 1, undefined, 'x'.repeat(10_000));
    }
    return textResult('done');
  });
  return { tool, seen };
}

const chatty = modernRequest(1, 'tools/call', { name: 'chatty', _meta: { progressToken: 'p' } });

test('a stalled reader pauses the call that it follows and gets everything later', async () => {
  const steps = 2_000;
  const { tool, seen } = chattyTool(steps);
  const { port } = await openTestServer([tool]);
  const peer = await connectPeer(port);
  peer.socket.pause();

  peer.tell(chatty);
  // The network's own buffers fill up first.
  let before = -1;
  const isSettled = (): boolean => {
    const isSame = seen.reported > 0 && seen.reported === before;
    before = seen.reported;
    return isSame;
  };
  await expect.poll(isSettled, { interval: 100, timeout: 20_000 }).toBe(true);
  const whileStalled = seen.reported;
  peer.socket.resume();
  const progress: unknown[] = [];
  let last = await peer.next();
  for (; last.method !== undefined; last = await peer.next()) progress.push(last.params?.['progress']);

  expect(whileStalled).toBeLessThan(steps);
  expect(progress).toEqual(Array.from({ length: steps }, (_, at) => at + 1));
  expect(last.id).toBe(1);
});

test('a reader with too much pending is disconnected after stallTimeoutMs', async () => {
  const limits = { maxBufferedBytes: 100_000, stallTimeoutMs: 50 };
  const { port, sockets } = await openTestServer([echo], { limits });
  const peer = await connectPeer(port);
  peer.socket.pause();

  for (let id = 0; id < 20; id++) peer.tell(callOf(id, 'echo', { text: 'x'.repeat(1_000_000) }));
  await expect.poll(() => sockets.connectionCount).toBe(0);
  peer.socket.resume();

  expect((await peer.ended).code).toBe(1006);
});

test('a peer with too much pending is not read from until it has caught up', async () => {
  const limits = { maxBufferedBytes: 1_000, stallTimeoutMs: 60_000 };
  const calls: unknown[] = [];
  const large = toolOf('large', async ({ at }) => {
    calls.push(at);
    return textResult('x'.repeat(4_000_000));
  });
  const { port, http } = await openTestServer([large], { limits });
  const serverSide = once(http, 'connection');
  const peer = await connectPeer(port);
  const [socket] = (await serverSide) as [Socket];
  peer.socket.pause();

  peer.tell(callOf(1, 'large', { at: 1 }), callOf(2, 'large', { at: 2 }));
  await expect.poll(() => socket.isPaused()).toBe(true);
  peer.tell(callOf(3, 'large', { at: 3 }));
  await new Promise((resolve) => setImmediate(resolve));
  const whilePaused = calls.includes(3);
  peer.socket.resume();
  const ids = [(await peer.next()).id, (await peer.next()).id, (await peer.next()).id];

  expect(whilePaused).toBe(false);
  expect(ids).toEqual([1, 2, 3]);
});
