/** Questions of an upstream that its client cannot be asked: malformed ones, and those that the client does not know. */
import { latestLegacyRevision, modernDates } from '@sigil/core/internal';
import { expect, test } from 'vitest';
import { openGateway, openScriptedWs, resultOf, textOf } from '../scripted-upstreams.test-support.js';

const messages = [
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'b', input: {} }] },
  { role: 'user', content: { type: 'text', text: 'and?' } },
];

test.each([latestLegacyRevision.date, modernDates[0]!])(
  'a malformed question for a client of %s is answered with an error, and the call goes on',
  async (revision) => {
    let call: number | undefined;
    const url = await openScriptedWs(({ id, method, message }, say) => {
      if (method === 'tools/call') {
        call = id;
        say({ jsonrpc: '2.0', id: 'question', method: 'sampling/createMessage', params: { maxTokens: 5, messages } });
      }
      if (message['id'] === 'question') say(resultOf(call, JSON.stringify(message['error'])));
    });
    const { connect } = await openGateway({ url });
    const client = await connect({ revision, capabilities: { sampling: { tools: {} } } });

    expect(textOf(await client.callTool('one'))).toContain('must hold one result for each use of a tool');
  },
);

test.each([latestLegacyRevision.date, modernDates[0]!])(
  'the roots of a client of %s that cannot list them are unknown, not none',
  async (revision) => {
    let call: number | undefined;
    const url = await openScriptedWs(({ id, method, message }, say) => {
      if (method === 'tools/call') {
        call = id;
        say({ jsonrpc: '2.0', id: 'question', method: 'roots/list' });
      }
      if (message['id'] === 'question') say(resultOf(call, JSON.stringify(message['result'] ?? message['error'])));
    });
    const { connect } = await openGateway({ url });
    const client = await connect({ revision });

    // Spec: 2025-11-25 client/roots#error-handling
    expect(textOf(await client.callTool('one'))).toBe('{"code":-32601,"message":"the client cannot list roots"}');
  },
);
