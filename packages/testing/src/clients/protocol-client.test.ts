import type { JsonObject } from '@sigil/core';
import { revisions } from '@sigil/core/engine';
import { expect, test } from 'vitest';
import { connectClient } from './mcp-client.js';
import { PeerError, ProtocolViolation } from './peer-error.js';
import { ProtocolClient } from './protocol-client.js';

const legacy = revisions[0]!;
const modern = revisions.at(-1)!;

/** Opens a client whose server is this test. */
function clientOf(revision = legacy): { client: ProtocolClient; sent: JsonObject[] } {
  const sent: JsonObject[] = [];
  const client = new ProtocolClient(revision, (text) => sent.push(JSON.parse(text)));
  return { client, sent };
}

test('a request resolves with the result that has its id', async () => {
  const { client } = clientOf();

  const { answer } = client.request('ping');
  client.receive('{"jsonrpc":"2.0","id":1,"result":{"_meta":{"a":1}}}');

  await expect(answer).resolves.toEqual({ _meta: { a: 1 } });
});

test('an error becomes a PeerError with its code, message and data', async () => {
  const { client } = clientOf();

  const { answer } = client.request('ping');
  client.receive('{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no","data":{"a":1}}}');

  await expect(answer).rejects.toEqual(new PeerError(-32603, 'no', { a: 1 }));
});

test('an answer that breaks the schema is a violation, not a result', async () => {
  const { client } = clientOf();

  const { answer } = client.request('tools/list');
  client.receive('{"jsonrpc":"2.0","id":1,"result":{"tools":[{}]}}');

  await expect(answer).rejects.toBeInstanceOf(ProtocolViolation);
});

test.each([
  [
    'progress nobody asked for',
    '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":1}}',
  ],
  ['an answer to a cancelled request', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ['what no schema allows', '{"jsonrpc":"2.0","method":"notifications/nonsense"}'],
])('%s is recorded as a violation', (_what, text) => {
  const { client } = clientOf();
  client.request('ping').answer.catch(() => undefined);
  client.cancel(1);

  client.receive(text);

  expect(client.violations).toHaveLength(1);
});

test('a modern request carries its envelope beside the progress token', () => {
  const { client, sent } = clientOf(modern);

  client.request('tools/call', { name: 'a' }, () => undefined).answer.catch(() => undefined);

  expect(sent[0]).toMatchObject({
    params: { name: 'a', _meta: { progressToken: 1, 'io.modelcontextprotocol/protocolVersion': modern.date } },
  });
});

test('nextNotification returns a queued notification or waits for the next one', async () => {
  const { client } = clientOf();
  const text = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';

  client.receive(text);
  await expect(client.nextNotification('notifications/tools/list_changed')).resolves.toMatchObject({ params: {} });
  const next = client.nextNotification('notifications/tools/list_changed');
  client.receive(text);

  await expect(next).resolves.toMatchObject({ params: {} });
  expect(client.notifications).toEqual([]);
});

test('a server that agrees on a version that was not offered is rejected', async () => {
  const result = { protocolVersion: revisions[1]!.date, capabilities: {}, serverInfo: { name: 's', version: '1' } };

  const connecting = connectClient({ revision: legacy.date }, (receive) => ({
    send: () => queueMicrotask(() => receive(JSON.stringify({ jsonrpc: '2.0', id: 1, result }))),
    close: async () => undefined,
  }));

  await expect(connecting).rejects.toBeInstanceOf(ProtocolViolation);
});
