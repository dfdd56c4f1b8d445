/** Upstreams that send log messages which belong to no call. */
import { expect, test } from 'vitest';
import { openGateway, openScriptedWs, type Say } from './scripted-upstreams.test-support.js';

const message = (
  level: string,
): { jsonrpc: '2.0'; method: string; params: { level: string; logger: string; data: string } } => ({
  jsonrpc: '2.0',
  method: 'notifications/message',
  params: { level, logger: 'timer', data: level },
});

/** Opens an upstream that answers calls. @returns its URL, and the means to let it send a message */
async function openTalkative(): Promise<{ readonly url: string; readonly said: { say?: Say } }> {
  const said: { say?: Say } = {};
  const url = await openScriptedWs(({ id, method }, say) => {
    said.say = say;
    if (method === 'tools/call') say({ jsonrpc: '2.0', id: id ?? null, result: { content: [] } });
  });
  return { url, said };
}

test.each([
  ['the only client', { isOfOneClient: true }, {}],
  ['a client with a session of its own', {}, { sessions: 'perClient' }],
])('%s gets those of the levels that it wants', async (_who, options, given) => {
  const { url, said } = await openTalkative();
  const { connect } = await openGateway({ url, ...given }, options);
  const client = await connect();
  await client.setLogLevel('warning');
  await client.callTool('one');

  for (const level of ['info', 'unheard', 'error']) said.say?.(message(level));

  expect(await client.nextNotification('notifications/message')).toMatchObject({ params: message('error').params });
});

test('no client gets those of a session that clients share', async () => {
  const { url, said } = await openTalkative();
  const { connect } = await openGateway({ url, listNotices: 'all' });
  const client = await connect();
  await client.callTool('one');

  said.say?.(message('error'));
  // Messages arrive in order, so the first has arrived when the second one takes effect.
  said.say?.({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
  await client.nextNotification('notifications/tools/list_changed');

  expect(client.notifications).toEqual([]);
});
