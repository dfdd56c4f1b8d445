import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { serverOf, toolOf } from './server.test-support.js';
import { takeTour } from './tour.test-support.js';

// Rules: 44
test.each(underRule(44))('no message in $date contains a line break, even when its content does', async (revision) => {
  const { texts } = await takeTour(revision);

  expect(texts.filter((text) => /[\r\n]/.test(text))).toEqual([]);
});

// Rules: 48
test.each(underRule(48))('a transport without knowledge of $date carries a whole conversation', async (revision) => {
  const peer = await takeTour(revision);

  // The end of the test checks that everything fits the published schema.
  expect(peer.texts.map((text) => JSON.parse(text))).toHaveLength(peer.texts.length);
  expect(await peer.result('tools/call', { name: 'echo', arguments: { text: 'there' } })).toMatchObject({
    content: [{ text: 'there' }],
  });
});

describe.each(underRule(49))('$date', (revision) => {
  // Rules: 46, 49, 100
  test('the server sends responses and notifications, but no requests', async () => {
    const peer = await takeTour(revision);

    expect(peer.requests()).toEqual([]);
  });

  // Rules: 49
  test('a response from the client is ignored', async () => {
    const peer = await openPeer(serverOf({ tools: [toolOf('hello')] }).engine, revision);

    await peer.send({ jsonrpc: '2.0', id: 1, result: { resultType: 'complete' } });

    expect(peer.received).toEqual([]);
    expect(await peer.result('tools/call', { name: 'hello' })).toMatchObject({ content: [{ text: 'hello' }] });
  });
});
