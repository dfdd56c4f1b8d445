/** The oldest HTTP transport with an upstream that refuses POSTs, forgets its session, or writes invalid messages on its stream. */
import { expect, onTestFinished, test } from 'vitest';
import { openGateway, openScriptedSse, resultOf, textOf } from '../scripted-upstreams.test-support.js';
import { type Connection, openSseConnection, type WireMessage } from '@sigil/client/internal';

const limits = { connectTimeoutMs: 5_000, maxConnections: 4, maxMessageBytes: 65_536, allowPrivate: true };

function connect(url: string): Connection {
  const nothing = (): void => undefined;
  const events = { onMessage: nothing, onEnd: nothing };
  const connection = openSseConnection({ url: new URL(url), headers: {}, ...limits }, events);
  onTestFinished(() => connection.close());
  return connection;
}

function request(method: string, id: number, got: WireMessage[] = []): Parameters<Connection['request']>[0] {
  const text = JSON.stringify({ jsonrpc: '2.0', id, method });
  return { id, text, headers: {}, onMessage: (message) => got.push(message) };
}

test('a request whose POST is refused fails and receives nothing more', async () => {
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 1 } };
  const { url } = await openScriptedSse(({ method }, say) => {
    if (method === 'refused') return { status: 500, body: '' };
    return say(progress);
  });
  const connection = connect(url);
  const got: WireMessage[] = [];

  await expect(connection.request(request('refused', 1, got))).rejects.toThrow('HTTP 500');
  await connection.request(request('ping', 2));

  expect(got).toEqual([]);
});

test.each([
  ['an error of JSON-RPC', 400, '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}'],
  ['a redirect', 307, ''],
])('%s in answer to a POST fails the request', async (_what, status, body) => {
  const { url } = await openScriptedSse(() => ({ status, body }));

  await expect(connect(url).request(request('tools/call', 1))).rejects.toThrow(`HTTP ${status}`);
});

test('a session that the upstream forgot is reopened, even while its stream stays open', async () => {
  let forgotten = 0;
  const { url, streams } = await openScriptedSse(({ id, method }, say, stream) => {
    if (streams.indexOf(stream) < forgotten) return { status: 404, body: 'Could not find session' };
    return method === 'tools/call' ? say(resultOf(id)) : undefined;
  });
  const { connect: connectClient } = await openGateway({ url, transport: 'sse' });
  const client = await connectClient();
  await client.callTool('one');

  forgotten = streams.length;
  const answer = await client.callTool('one');

  expect(textOf(answer)).toBe('done');
});

test('an invalid message on the stream is logged and fails no call', async () => {
  const { url } = await openScriptedSse(({ id, method }, say) => {
    if (method !== 'tools/call') return;
    say('ping');
    say(resultOf(id));
  });
  const { connect: connectClient, notes } = await openGateway({ url, transport: 'sse', retries: 0 });

  const answer = await (await connectClient()).callTool('one');

  expect(textOf(answer)).toBe('done');
  expect(notes).toContain('the server sent what is no JSON');
});

test('a call succeeds after the stream ended while the log level was being set', async () => {
  let levels = 0;
  const { url } = await openScriptedSse(({ id, method }, say, stream) => {
    if (method === 'logging/setLevel' && levels++ === 0) return void stream.destroy();
    return method === 'tools/call' ? say(resultOf(id)) : undefined;
  });
  const { connect: connectClient } = await openGateway({ url, transport: 'sse', timeoutMs: 3_000 });
  const client = await connectClient();
  await client.setLogLevel('debug');

  expect(textOf(await client.callTool('one'))).toBe('done');
});
