import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { gate, serverOf, settled, toolOf } from './server.test-support.js';

/** Creates a tool that starts, and then waits until the test releases it. */
function slowTool() {
  const began = gate();
  const finish = gate();
  const tool = toolOf('slow', async (_input, context) => {
    began.open();
    await finish.opened;
    await context.reportProgress(2);
    return 'done';
  });
  return { tool, began, finish };
}

const asker = toolOf('ask', async (_input, context) => (await context.listRoots()).action);
const isRequest = ({ id, method }: { id?: unknown; method?: unknown }) => id !== undefined && method !== undefined;

describe.each(underRule(90))('$date', (revision) => {
  // Rules: 90
  test('cancelling a call cancels its open question by the id of the question', async () => {
    const peer = await openPeer(serverOf({ tools: [asker] }).engine, revision, { capabilities: { roots: {} } });

    const question = peer.next(isRequest);
    void peer.send(peer.requestOf('tools/call', { name: 'ask' }, 1));
    const { id } = await question;
    await peer.notify('notifications/cancelled', { requestId: 1 });
    await settled();

    expect(peer.notifications('notifications/cancelled')).toMatchObject([{ params: { requestId: id! } }]);
  });

  // Rules: 90
  test('an answered question is not cancelled', async () => {
    const { tool, began, finish } = slowTool();
    const peer = await openPeer(serverOf({ tools: [asker, tool] }).engine, revision, { capabilities: { roots: {} } });
    peer.onRequest = ({ id }) => void peer.send({ jsonrpc: '2.0', id: id!, result: { roots: [] } });

    await peer.request('tools/call', { name: 'ask' }, 1);
    void peer.send(peer.requestOf('tools/call', { name: 'slow' }, 2));
    await began.opened;
    await peer.notify('notifications/cancelled', { requestId: 1 });
    await peer.notify('notifications/cancelled', { requestId: 2 });
    finish.open();
    await settled();

    expect(peer.notifications('notifications/cancelled')).toEqual([]);
  });

  // Rules: 91
  test('an answer to a cancelled question is ignored, and the session continues', async () => {
    const peer = await openPeer(serverOf({ tools: [asker] }).engine, revision, { capabilities: { roots: {} } });
    const question = peer.next(isRequest);
    void peer.send(peer.requestOf('tools/call', { name: 'ask' }, 1));
    const { id } = await question;
    await peer.notify('notifications/cancelled', { requestId: 1 });

    await peer.send({ jsonrpc: '2.0', id: id!, result: { roots: [] } });

    expect(await peer.result('tools/list')).toBeDefined();
    expect(peer.received.filter((it) => it['id'] === 1)).toEqual([]);
  });
});

describe.each(underRule(91))('$date', (revision) => {
  // Rules: 91
  test.each(['answered', 'never sent', 'malformed'])(
    'the cancellation of a request that was %s is ignored',
    async (what) => {
      const peer = await openPeer(serverOf({ tools: [toolOf('hello')] }).engine, revision);
      await peer.request('tools/call', { name: 'hello' }, 1);

      const requestId = { answered: 1, 'never sent': 99, malformed: null }[what]!;
      await peer.notify('notifications/cancelled', { requestId });

      expect(await peer.result('tools/call', { name: 'hello' })).toMatchObject({ content: [{ text: 'hello' }] });
    },
  );

  // Rules: 47, 91, 98
  test('nothing is sent for a request after its cancellation', async () => {
    const { tool, began, finish } = slowTool();
    const peer = await openPeer(serverOf({ tools: [tool] }).engine, revision);

    const call = peer.send(peer.requestOf('tools/call', { name: 'slow', _meta: { progressToken: 't' } }, 1));
    await began.opened;
    await peer.notify('notifications/cancelled', { requestId: 1 });
    finish.open();
    await call;
    await settled();

    expect(peer.received).toEqual([]);
  });
});

describe.each(underRule(93))('$date', (revision) => {
  // Rules: 93, 115
  test.each(['sub-1', 0])(
    'a subscription that the server ends gets a cancellation, then a final result, with its id %j',
    async (id) => {
      const { engine, change } = serverOf();
      const peer = await openPeer(engine, revision);
      const subscription = peer.request('subscriptions/listen', { notifications: { toolsListChanged: true } }, id);
      await settled();

      engine.endSubscriptions();
      await subscription;
      change('tools');
      engine.endSubscriptions();
      await settled();

      expect(peer.received).toMatchObject([
        { method: 'notifications/subscriptions/acknowledged' },
        { method: 'notifications/cancelled', params: { requestId: id } },
        { id, result: { resultType: 'complete', _meta: { 'io.modelcontextprotocol/subscriptionId': id } } },
      ]);
    },
  );

  // Rules: 94
  test('no cancellation is sent for a request that the client cancels or a call that the server stops', async () => {
    const { tool, began } = slowTool();
    const { engine } = serverOf({ tools: [tool] });
    const peer = await openPeer(engine, revision);
    void peer.send(peer.requestOf('subscriptions/listen', { notifications: {} }, 'sub-1'));
    void peer.send(peer.requestOf('tools/call', { name: 'slow' }, 1));
    void peer.send(peer.requestOf('tools/call', { name: 'slow' }, 2));
    await began.opened;
    await settled();

    await peer.notify('notifications/cancelled', { requestId: 'sub-1' });
    await peer.notify('notifications/cancelled', { requestId: 1 });
    engine.close();
    await settled();

    expect(peer.received.map(({ id }) => id).filter((id) => id !== undefined)).toEqual([2]);
    expect(peer.notifications('notifications/cancelled')).toEqual([]);
  });
});
