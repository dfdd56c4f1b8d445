/** The client for tests against servers that break the protocol. */
import type { JsonObject } from '@sigil/core';
import { revisions, type Revision } from '@sigil/core/engine';
import { expect, test } from 'vitest';
import { connectClient, type McpClient } from './mcp-client.js';
import { PeerError, ProtocolViolation } from './peer-error.js';

const legacy = revisions[0]!;
const modern = revisions.at(-1)!;

interface Opened {
  readonly client: McpClient;
  readonly sent: readonly JsonObject[];
  /** Sends a message as the server. */
  say(message: JsonObject): void;
}

/** Opens a client whose server is this test; it answers the first request, and what `answer` returns. */
async function clientOf(
  revision: Revision,
  answer: (request: JsonObject) => JsonObject | undefined = () => undefined,
): Promise<Opened> {
  const sent: JsonObject[] = [];
  const serverInfo = { name: 's', version: '1' };
  const introduction =
    revision.era === 'modern'
      ? {
          supportedVersions: [revision.date],
          capabilities: {},
          resultType: 'complete',
          ttlMs: 0,
          cacheScope: 'private',
          _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
        }
      : { protocolVersion: revision.date, capabilities: {}, serverInfo };
  let say: (message: JsonObject) => void = () => undefined;
  const client = await connectClient({ revision: revision.date }, (receive) => {
    say = (message) => receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
    return {
      send: (text) => {
        const request = JSON.parse(text) as JsonObject;
        sent.push(request);
        const { id } = request;
        const answered = sent.length === 1 ? { result: introduction } : answer(request);
        if (id !== undefined && answered) queueMicrotask(() => say({ id, ...answered }));
      },
      close: async () => undefined,
    };
  });
  return { client, sent, say: (message) => say(message) };
}

test('an error becomes a PeerError with its code, message and data', async () => {
  const { client } = await clientOf(legacy, () => ({ error: { code: -32603, message: 'no', data: { a: 1 } } }));

  const failed = client.request('ping');

  await expect(failed).rejects.toEqual(new PeerError(-32603, 'no', { a: 1 }));
  await expect(failed).rejects.toMatchObject({ name: 'PeerError', code: -32603, data: { a: 1 } });
});

test('an answer that breaks the schema is a violation, not a result', async () => {
  const { client } = await clientOf(legacy, () => ({ result: { tools: [{}] } }));

  await expect(client.listTools()).rejects.toBeInstanceOf(ProtocolViolation);
});

test.each<[string, JsonObject]>([
  ['progress nobody asked for', { method: 'notifications/progress', params: { progressToken: 'a', progress: 1 } }],
  ['an answer to no request', { id: 77, result: {} }],
  ['what no schema allows', { method: 'notifications/nonsense' }],
  ['a question that the client did not declare', { id: 'q', method: 'roots/list' }],
])('%s is reported when the client closes', async (_what, message) => {
  const { client, say } = await clientOf(legacy);

  say(message);

  await expect(client.close()).rejects.toMatchObject({ name: 'ProtocolViolation', problems: [expect.any(String)] });
});

test('an answer to a cancelled call is a violation', async () => {
  const { client, sent, say } = await clientOf(legacy);
  const leaving = new AbortController();
  const call = client.callTool('slow', {}, { signal: leaving.signal });
  leaving.abort(new Error('enough'));
  await expect(call).rejects.toThrow('enough');
  await expect.poll(() => sent.at(-1)?.['method']).toBe('notifications/cancelled');
  const { id } = sent.find(({ method }) => method === 'tools/call')!;

  say({ id: id!, result: { content: [] } });

  await expect(client.close()).rejects.toThrow('which is not waited for');
});

test('a modern request carries its envelope beside the progress token', async () => {
  const { client, sent } = await clientOf(modern);

  client.callTool('a', {}, { onProgress: () => undefined }).catch(() => undefined);

  await expect
    .poll(() => sent.at(-1))
    .toMatchObject({
      params: {
        name: 'a',
        _meta: { progressToken: expect.any(Number), 'io.modelcontextprotocol/protocolVersion': modern.date },
      },
    });
});

test('nextNotification returns a queued notification or waits for the next one', async () => {
  const { client, say } = await clientOf(legacy);
  const message = { method: 'notifications/tools/list_changed' };

  say(message);
  await expect(client.nextNotification(message.method)).resolves.toMatchObject({ params: {} });
  const next = client.nextNotification(message.method);
  say(message);

  await expect(next).resolves.toMatchObject({ params: {} });
  expect(client.notifications).toEqual([]);
});

test('a server that agrees on a version that was not offered is rejected', async () => {
  const result = { protocolVersion: revisions[1]!.date, capabilities: {}, serverInfo: { name: 's', version: '1' } };

  const connecting = connectClient({ revision: legacy.date }, (receive) => ({
    send: (text) => {
      const { id } = JSON.parse(text) as JsonObject;
      queueMicrotask(() => receive(JSON.stringify({ jsonrpc: '2.0', id, result })));
    },
    close: async () => undefined,
  }));

  await expect(connecting).rejects.toBeInstanceOf(ProtocolViolation);
});
