import { describe, expect, test } from 'vitest';
import { key, openPeer, underRule } from './peer.test-support.js';
import { serverOf, settled, toolOf } from './server.test-support.js';

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
const logger = toolOf('log', async (_input, context) => {
  for (const level of levels) await context.log(level, { level }, 'orders');
  return 'logged';
});

// Rules: 146
test.each(underRule(146))('the server declares the logging capability in $date', async (revision) => {
  const peer = await openPeer(serverOf({ tools: [logger] }).engine, revision, { isSilent: true });

  const { result } = revision.era === 'legacy' ? await peer.initialize() : await peer.request('server/discover');

  expect(result).toMatchObject({ capabilities: { logging: {} } });
});

// Rules: 147
test.each(underRule(147))(
  'the server in $date sends the author’s log message unchanged, and none of its own',
  async (revision) => {
    const one = toolOf('log', async (_input, context) => {
      await context.log('error', 'the author says so', 'orders');
      throw new RangeError('inside');
    });
    const peer = await openPeer(serverOf({ tools: [one] }).engine, revision);
    const _meta = { [key('logLevel')]: 'debug', authorization: 'Bearer secret' };

    await peer.request('tools/call', { name: 'log', arguments: { password: 'secret' }, _meta });

    expect(peer.notifications().map(({ params }) => params)).toEqual([
      { level: 'error', logger: 'orders', data: 'the author says so' },
    ]);
  },
);

describe.each(underRule(148))('$date', (revision) => {
  // Rules: 148
  test('a request without a log level gets no log messages, even after a request with one', async () => {
    const peer = await openPeer(serverOf({ tools: [logger] }).engine, revision);

    await peer.result('tools/call', { name: 'log', _meta: { [key('logLevel')]: 'debug' } });
    expect(peer.notifications()).toHaveLength(8);
    peer.received.length = 0;
    await peer.result('tools/call', { name: 'log' });

    expect(peer.notifications()).toEqual([]);
  });

  // Rules: 149
  test('log messages precede the response to their request, and do not go to a subscription', async () => {
    const peer = await openPeer(serverOf({ tools: [logger] }).engine, revision);
    void peer.send(peer.requestOf('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'sub-1'));
    await settled();
    peer.received.length = 0;

    await peer.result('tools/call', { name: 'log', _meta: { [key('logLevel')]: 'critical' } });
    await settled();

    expect(peer.received.map(({ method }) => method)).toEqual([
      'notifications/message',
      'notifications/message',
      'notifications/message',
      undefined,
    ]);
    expect(JSON.stringify(peer.received)).not.toContain('subscriptionId');
  });
});
