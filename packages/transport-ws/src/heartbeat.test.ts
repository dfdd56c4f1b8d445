import { expect, test } from 'vitest';
import { callOf, echo } from '@sigil/testing/transports';
import { connectPeer, connectRawFrames, openTestServer, stuckTool } from './ws.test-support.js';

test('a half-open connection is cut, and its running call is aborted', async () => {
  const { tool, started, aborted } = stuckTool();
  const { port, sockets } = await openTestServer([tool], { limits: { pingMs: 10 } });
  const peer = await connectPeer(port, 'mcp', { autoPong: false });
  peer.tell(callOf(1, 'stuck'));
  await started;

  await aborted;

  expect((await peer.ended).code).toBe(1006);
  expect(sockets.connectionCount).toBe(0);
});

test('a peer that only answers pings stays connected', async () => {
  const { port } = await openTestServer([echo], { limits: { pingMs: 20 } });
  const peer = await connectPeer(port);
  let pings = 0;

  await new Promise<void>((resolve) => {
    peer.socket.on('ping', () => {
      pings++;
      if (pings === 6) resolve();
    });
  });
  peer.tell(callOf(1, 'echo', { text: 'still here' }));

  expect((await peer.next()).id).toBe(1);
});

test('a peer is disconnected after maxMissedPings unanswered pings', async () => {
  const { port } = await openTestServer([echo], { limits: { pingMs: 10, maxMissedPings: 3 } });
  const peer = await connectRawFrames(port);

  const read = await peer.readAll();

  expect(read).toEqual(Buffer.from([0x89, 0, 0x89, 0, 0x89, 0]));
});

test('a connection without messages is closed with 1001 after idleMs', async () => {
  const { port } = await openTestServer([echo], { limits: { pingMs: 5, idleMs: 30, maxMissedPings: 1_000 } });
  const peer = await connectPeer(port);

  expect(await peer.ended).toEqual({ code: 1001, reason: 'nothing was said for 30 ms (limit idleMs)' });
});

test('a connection with a running request is not idle', async () => {
  const { tool, started } = stuckTool();
  const { port } = await openTestServer([tool], { limits: { pingMs: 5, idleMs: 20, maxMissedPings: 1_000 } });
  const peer = await connectPeer(port);
  peer.tell(callOf(1, 'stuck'));
  await started;
  let pings = 0;

  await new Promise<void>((resolve) => {
    peer.socket.on('ping', () => {
      pings++;
      if (pings === 20) resolve();
    });
  });

  expect(peer.socket.readyState).toBe(peer.socket.OPEN);
});
