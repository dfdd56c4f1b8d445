/** Upstreams that ask for the client's roots on their own, right after the handshake or between calls. */
import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import {
  openGateway,
  openScriptedWs,
  resultOf,
  textOf,
  type Gateway,
  type Say,
} from '../scripted-upstreams.test-support.js';

const question = { jsonrpc: '2.0', id: 'roots', method: 'roots/list' };

/** Opens an upstream that asks once this message has come and been answered. Each call returns the replies so far. */
async function openAsking(after: string): Promise<string> {
  return openScriptedWs(({ id, method, message }, say: Say, socket) => {
    const replies: JsonObject[] = Reflect.get(socket, 'replies') ?? [];
    Reflect.set(socket, 'replies', replies);
    if (message['id'] === question.id) replies.push((message['result'] ?? message['error']) as JsonObject);
    if (method === 'tools/call') setTimeout(() => say(resultOf(id, JSON.stringify(replies))), 50);
    if (method === after) setTimeout(() => say(question), method === 'tools/call' ? 100 : 0);
  });
}

async function callTwice({ connect }: Gateway): Promise<unknown> {
  const client = await connect({ answers: { roots: () => [{ uri: 'file:///home' }] } });
  await client.callTool('one');
  await new Promise((resolve) => setTimeout(resolve, 200));
  await client.callTool('one');
  return textOf(await client.callTool('one'));
}

const answered = '{"roots":[{"uri":"file:///home"}]}';

test.each(['notifications/initialized', 'tools/list', 'tools/call'])(
  'of the only client, the roots that are asked for after %s are those of its next call',
  async (after) => {
    const gateway = await openGateway({ url: await openAsking(after) }, { isOfOneClient: true });

    expect(await callTwice(gateway)).toContain(answered);
  },
);

test('where each client has a session of its own, roots that are asked for between calls are those of its next call', async () => {
  const gateway = await openGateway({ url: await openAsking('tools/call'), sessions: 'perClient' });

  expect(await callTwice(gateway)).toContain(answered);
});

test('where clients share a session, nobody has the roots that are asked for between calls', async () => {
  const gateway = await openGateway({ url: await openAsking('notifications/initialized') });

  expect(await callTwice(gateway)).toContain('nobody can be asked here');
});
