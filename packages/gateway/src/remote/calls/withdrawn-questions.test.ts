/** A question that the upstream cancels: the client is notified, and the upstream gets no answer. */
import { expect, test } from 'vitest';
import { openGateway, openScriptedWs, resultOf, textOf, type Say } from '../scripted-upstreams.test-support.js';

const params = { message: 'Which?', requestedSchema: { type: 'object', properties: {} } };

test.each(['shared', 'perClient'])('a client is notified when a question is cancelled (%s)', async (sessions) => {
  const replies: unknown[] = [];
  let call: number | undefined;
  let sayLater: Say = () => undefined;
  const url = await openScriptedWs(({ id, method, message }, say) => {
    if (message['id'] === 'question') replies.push(message);
    if (method !== 'tools/call') return;
    call = id;
    sayLater = say;
    say({ jsonrpc: '2.0', id: 'question', method: 'elicitation/create', params });
  });
  let cancel = (): void => undefined;
  const { connect } = await openGateway({ url, sessions });
  const client = await connect({ answers: { elicit: () => (cancel(), new Promise(() => undefined)) } });
  const heard = client.nextNotification('notifications/cancelled');
  const asked = new Promise<void>((resolve) => (cancel = resolve));

  const answer = client.callTool('one');
  await asked;
  sayLater({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'question' } });
  await heard;
  sayLater(resultOf(call));

  expect(textOf(await answer)).toBe('done');
  expect(replies).toEqual([]);
});
