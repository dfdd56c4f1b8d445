/** Streams that stay open leave the connections of `maxConnections` to the calls. */
import { expect, test } from 'vitest';
import { openGateway, openScriptedSse, resultOf, textOf } from '../scripted-upstreams.test-support.js';
import { openLegacyHttp, openModernHttp } from '@sigil/test-support/upstream-servers';

const limits = { maxConnections: 1, timeoutMs: 3_000, listTimeoutMs: 1_000, connectTimeoutMs: 2_000, retries: 0 };

test.each([
  ['legacy', openLegacyHttp],
  ['modern', openModernHttp],
] as const)('one connection is enough for a %s upstream, beside its notification stream', async (protocol, open) => {
  const { url } = await open();
  const { connect } = await openGateway({ url, protocol, ...limits });
  const client = await connect({ capabilities: { elicitation: {} } });

  for (const text of ['a', 'b']) expect(textOf(await client.callTool('echo', { text }))).toBe(`echo ${text}`);
});

test('one connection is enough for POSTs of the oldest transport, beside its stream', async () => {
  const { url } = await openScriptedSse(({ id, method }, say) =>
    method === 'tools/call' ? say(resultOf(id)) : undefined,
  );
  const { connect } = await openGateway({ url, transport: 'sse', ...limits });

  expect(textOf(await (await connect()).callTool('one'))).toBe('done');
});
