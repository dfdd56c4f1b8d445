import { isJsonObject, type JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { callAnswering } from './questions.test-support.js';
import { openPeer, underRule } from './peer.test-support.js';
import { gate, serverOf, settled, toolOf } from './server.test-support.js';

const progressOf = (messages: readonly JsonObject[]) =>
  messages.map(({ params }) => (isJsonObject(params) ? params : {}));

const counter = toolOf('count', async ({ steps }, context) => {
  for (const step of Array.isArray(steps) ? steps : []) await context.reportProgress(Number(step), 10);
  return 'counted';
});

// Rules: 95
test.each(underRule(95))('a request from the server in $date has no progress token', async (revision) => {
  const asker = toolOf('ask', async (_input, context) => (await context.listRoots()).action);
  const peer = await openPeer(serverOf({ tools: [asker] }).engine, revision, { capabilities: { roots: {} } });

  await callAnswering(peer, { name: 'ask', _meta: { progressToken: 'mine' } });

  expect(peer.requests()).toHaveLength(1);
  expect(JSON.stringify(peer.requests())).not.toContain('progressToken');
});

describe.each(underRule(96))('$date', (revision) => {
  // Rules: 96
  test('progress that does not increase is not sent', async () => {
    const peer = await openPeer(serverOf({ tools: [counter] }).engine, revision);

    const steps = [1, 1, 0.5, 2.5, 2, 2.75, 10];
    await peer.request('tools/call', { name: 'count', arguments: { steps }, _meta: { progressToken: 't' } });

    expect(progressOf(peer.notifications()).map(({ progress }) => progress)).toEqual([1, 2.5, 2.75, 10]);
  });

  // Rules: 97
  test('progress carries the token of its request, and is not sent without a token', async () => {
    const peer = await openPeer(serverOf({ tools: [counter] }).engine, revision);
    const call = { name: 'count', arguments: { steps: [1] } };

    await Promise.all([
      peer.request('tools/call', { ...call, _meta: { progressToken: 'a' } }),
      peer.request('tools/call', { ...call, _meta: { progressToken: 7 } }),
      peer.request('tools/call', call),
    ]);

    expect(progressOf(peer.notifications()).map(({ progressToken }) => progressToken)).toEqual(['a', 7]);
  });

  // Rules: 97, 98
  test('progress is not sent after the response', async () => {
    const late = gate();
    const reported = gate();
    const tool = toolOf('hasty', async (_input, context) => {
      await context.reportProgress(1);
      void late.opened.then(() => context.reportProgress(2)).then(reported.open);
      return 'done';
    });
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision);

    await peer.request('tools/call', { name: 'hasty', _meta: { progressToken: 't' } });
    late.open();
    await reported.opened;
    await settled();

    expect(peer.received.map(({ method }) => method)).toEqual(['notifications/progress', undefined]);
  });
});
