import { PassThrough } from 'node:stream';
import { metaKeys } from '@sigil/core/internal';
import { expect, test, vi } from 'vitest';
import { StdioClient } from './stdio-client.js';

const capabilities = { elicitation: {}, roots: {} };
const handshake = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities } };
const discovery = {
  jsonrpc: '2.0',
  id: 1,
  method: 'server/discover',
  params: { _meta: { [metaKeys.clientCapabilities]: capabilities } },
};

test.each<[string, string, object | undefined]>([
  ['a handshake', JSON.stringify(handshake), capabilities],
  ['a request of the newest revision', JSON.stringify(discovery), capabilities],
  ['a handshake without capabilities', '{"method":"initialize","params":{}}', undefined],
  ['capabilities of a wrong type', '{"method":"initialize","params":{"capabilities":7}}', undefined],
  ['another message', '{"jsonrpc":"2.0","id":1,"method":"ping"}', undefined],
  ['a batch', '[]', undefined],
  ['what is no JSON', 'hello', undefined],
])('the capabilities are those of the first message: %s', async (_what, line, expected) => {
  const input = new PassThrough();
  const client = new StdioClient(input);
  input.end(`${line}\n`);

  expect(await client.capabilities()).toEqual(expected);
  expect(await client.capabilities()).toEqual(expected);
  expect(String((await client.serve()).read())).toBe(`${line}\n`);
});

test('a client that says nothing is waited for two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const client = new StdioClient(new PassThrough());
  const declared = client.capabilities();
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();

  expect(await declared).toBeUndefined();
});

test('nobody is waited for at a terminal, once the wait is aborted, and once the client is served', async () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true });
  const served = new StdioClient(new PassThrough());
  await served.serve();

  expect(await new StdioClient(terminal).capabilities()).toBeUndefined();
  expect(await new StdioClient(new PassThrough(), AbortSignal.abort()).capabilities()).toBeUndefined();
  expect(await served.capabilities()).toBeUndefined();
});
