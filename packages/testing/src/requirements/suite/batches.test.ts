import { revisions } from '@sigil/core/engine';
import { expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { serverOf, toolOf } from './server.test-support.js';

// Rules: 11
test.each(underRule(11))('a batch in $date is answered with a batch', async (revision) => {
  const peer = await openPeer(serverOf({ tools: [toolOf('hello')] }).engine, revision);

  await peer.send([
    peer.requestOf('ping', {}, 1),
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 9 } },
    peer.requestOf('tools/call', { name: 'hello' }, 2),
  ]);

  expect(peer.texts.at(-1)).toMatch(/^\[.*\]$/);
  expect(peer.received).toMatchObject([
    { id: 1, result: {} },
    { id: 2, result: { content: [{ text: 'hello' }] } },
  ]);
});

// Rules: 12
test.each(underRule(12))('a handshake for $date in a batch does not initialize the session', async ({ date }) => {
  // Before a handshake the server does not know the revision, so it answers in that of the newest with a handshake.
  const newest = revisions.findLast(({ era }) => era === 'legacy')!;
  const peer = await openPeer(serverOf({ tools: [toolOf('hello')] }).engine, newest, { isSilent: true });
  const params = { protocolVersion: date, capabilities: {}, clientInfo: { name: 'c', version: '1' } };

  await peer.send([peer.requestOf('initialize', params, 1)]);

  expect(peer.received.filter(({ result }) => result !== undefined)).toEqual([]);
  expect(await peer.error('tools/list')).toMatchObject({ code: -32600 });
});
