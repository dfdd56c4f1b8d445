/** Members of a server's configuration that say something of what its upstream offers: limits, transforms, prompts. */
import { once } from 'node:events';
import type { PublishedTool } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { connect, openGateway, openUpstream, openWaitingUpstream, untilServing } from './gateway.test-support.js';

/** Runs until its call is cancelled. @param onEnd told then */
function lasting(onEnd: () => void): PublishedTool {
  return {
    definition: { name: 'last', inputSchema: { type: 'object' } },
    async run(_input, { signal }) {
      if (!signal.aborted) await once(signal, 'abort');
      onEnd();
      return { kind: 'result', content: [], isError: false };
    },
  };
}

test('limits apply to upstream tools, and a call that times out is cancelled upstream', async () => {
  let ended = 0;
  const upstream = await openUpstream({ tools: [lasting(() => ended++)] });
  const limits = { last: { timeoutMs: 100 }, add: { maxResultBytes: 10 } };
  const gateway = await openGateway({ far: { remote: { url: `${upstream.url}/mcp/sums` }, limits } });
  await untilServing(gateway, 'far');
  const client = await connect(`${gateway.url}/mcp/far`);

  const late = await client.callTool({ name: 'last' });
  const large = await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } });
  const other = await client.callTool({ name: 'delete', arguments: { a: 1, b: 2 } });

  expect(late).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('100 ms') }] });
  expect(large.content).toMatchObject([
    { text: expect.stringContaining('(limit maxResultBytes)') },
    { type: 'resource_link' },
  ]);
  expect(other).toMatchObject({ content: [{ text: '3' }] });
  await expect.poll(() => ended).toBe(1);
});

describe('a transform', () => {
  const tools = [{ name: 'add', annotations: { readOnlyHint: true } }, { name: 'delete' }];

  test('gets the upstream’s tools once they are known, and its result is listed', async () => {
    const upstream = await openWaitingUpstream(...tools);
    const files = {
      'reading.mjs': `export default (server, { tools }) =>
        tools.filter((tool) => tool.annotations?.readOnlyHint)
          .map(({ name }) => ({ name, description: 'Reads ' + server + '.' }));`,
    };
    const remote = { url: upstream.url, protocol: 'legacy' };
    const far = { remote, auto_discover: false, tools_transform_cid: 'reading.mjs' };
    const gateway = await openGateway({ far }, { files });
    const client = await connect(`${gateway.url}/mcp/far`);
    const listed = async (): Promise<unknown> =>
      (await client.listTools()).tools.map(({ name, description }) => [name, description]);

    const before = await listed();
    upstream.answer();

    await expect.poll(listed, { timeout: 10_000 }).toEqual([['add', 'Reads far.']]);
    expect(before).toEqual([]);
  });

  test('recovers from a failure once the upstream’s lists are read', async () => {
    const upstream = await openWaitingUpstream(...tools);
    const files = { 'first.mjs': `export default (server, { tools }) => [{ name: tools[0].name, title: 'First' }];` };
    const remote = { url: upstream.url, protocol: 'legacy' };
    const far = { remote, auto_discover: true, tools_transform_cid: 'first.mjs' };
    const gateway = await openGateway({ far }, { files });
    const titles = async (): Promise<unknown> => {
      const client = await connect(`${gateway.url}/mcp/far`);
      return (await client.listTools()).tools.map(({ title }) => title);
    };

    const before = await titles().catch((error: Error) => error.message);
    upstream.answer();

    await expect.poll(() => titles().catch(() => undefined), { timeout: 10_000 }).toEqual(['First', undefined]);
    expect(before).toContain('is not served');
  });
});

test('a configured prompt refers to an upstream tool and takes its description', async () => {
  const upstream = await openUpstream();
  const remote = { url: `${upstream.url}/mcp/sums` };
  const prompts = { sum: { tool: 'add' }, both: { tool: 'f_add', template: 'Add {{a}} and {{b}}.' } };
  const gateway = await openGateway({
    far: { remote, auto_discover: true, prompts: { sum: prompts.sum } },
    outer: { include: [{ server: 'far', namespace: 'f' }], auto_discover: true, prompts: { both: prompts.both } },
  });
  await untilServing(gateway, 'far');
  const [far, outer] = await Promise.all(['far', 'outer'].map((name) => connect(`${gateway.url}/mcp/${name}`)));

  const [listed, others] = [(await far!.listPrompts()).prompts, (await outer!.listPrompts()).prompts];
  const given = { a: '1', b: '2' };
  const sum = await far!.getPrompt({ name: 'sum', arguments: given });
  const both = await outer!.getPrompt({ name: 'both', arguments: given });

  expect(listed).toEqual([
    expect.objectContaining({ name: 'greet' }),
    {
      name: 'sum',
      description: 'Adds two numbers.',
      arguments: [{ name: 'a' }, { name: 'b' }],
      _meta: { 'dev.sigil/tool': 'add' },
    },
  ]);
  expect(others.map(({ name }) => name)).toEqual(['f_greet', 'f_sum', 'both']);
  expect(sum.messages).toMatchObject([{ content: { text: 'Call the tool "add" with:\n- a: 1\n- b: 2' } }]);
  expect(both.messages).toMatchObject([{ content: { text: 'Add 1 and 2.' } }]);
});

test('a prompt is listed only while its upstream has its tool', async () => {
  const [with_, without] = [await openUpstream({ tools: [lasting(() => undefined)] }), await openUpstream()];
  const far = (url: string) => ({
    far: { remote: { url: `${url}/mcp/sums` }, auto_discover: true, prompts: { wait: { tool: 'last' } } },
  });
  const gateway = await openGateway(far(without.url));
  await untilServing(gateway, 'far');
  const promptsOf = async (): Promise<readonly string[]> => {
    const client = await connect(`${gateway.url}/mcp/far`);
    return (await client.listPrompts()).prompts.map(({ name }) => name);
  };
  const problems = (): unknown => gateway.server.servers.find(({ name }) => name === 'far')?.problems;

  const before = [await promptsOf(), problems()];
  await gateway.configure(far(with_.url));
  await expect.poll(promptsOf).toContain('wait');
  const during = problems();
  await gateway.configure(far(without.url));
  await expect.poll(promptsOf).toEqual(['greet']);

  expect(before).toEqual([['greet'], [expect.stringContaining('prompts.wait: there is no tool "last" here')]]);
  expect(during).toEqual([]);
  expect(problems()).toEqual(before[1]);
});
