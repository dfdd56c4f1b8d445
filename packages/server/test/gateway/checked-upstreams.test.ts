/** Arguments of an upstream's tools, checked by the gateway with the schemas that the upstream lists. */
import { expect, test } from 'vitest';
import { connect, openGateway, openWaitingUpstream, untilServing } from './gateway.test-support.js';

const $schema = 'http://json-schema.org/draft-07/schema#';
const inputSchema = { $schema, type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };

test('with "validate": "arguments", a call that does not fit is answered with what was expected', async () => {
  const upstream = await openWaitingUpstream({ name: 'add', inputSchema });
  upstream.answer();
  const remote = { url: upstream.url, protocol: 'legacy' };
  const gateway = await openGateway({ far: { remote: { ...remote, validate: 'arguments' } }, free: { remote } });
  await untilServing(gateway, 'far', 'free');
  const [checked, free] = [await connect(`${gateway.url}/mcp/far`), await connect(`${gateway.url}/mcp/free`)];

  const refused = await checked.callTool({ name: 'add', arguments: { a: 'one' } });
  const passed = await free.callTool({ name: 'add', arguments: { a: 'one' } }).catch(() => ({ isError: false }));

  expect(refused).toMatchObject({ isError: true });
  expect(JSON.stringify(refused.content)).toContain('must be a number');
  expect(passed.isError ?? false).toBe(false);
});
