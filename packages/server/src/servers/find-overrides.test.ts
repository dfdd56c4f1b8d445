import { expect, test } from 'vitest';
import { openMemoryStore } from '@sigil/plugin-host';
import { pluginOf, resourceOf, serverOf, sourceOf, toolOf } from './servers.test-support.js';

const plugin = pluginOf({
  tools: [toolOf('convert', 'done', { description: 'Convert', title: 'Convert it' })],
  resources: [resourceOf('a:page', 'page')],
});

test('an entry reports what it overrides, but not what it repeats or adds', async () => {
  const noted: string[] = [];
  const { overrides } = await serverOf(
    {
      tools: {
        convert: { title: 'Convert it', description: 'Other words', annotations: { readOnlyHint: true } },
        turn: { runs: 'convert', inputSchema: { type: 'object', properties: {} } },
      },
      resources: { page: { uri: 'a:page', text: 'another' }, new: { uri: 'a:new', text: 'new' } },
    },
    plugin,
    { noteOverride: (server, override) => noted.push(`${server}: ${override}`) },
  );

  expect(overrides).toEqual([
    'tool "convert": description overridden by the configuration of servers',
    'tool "turn": inputSchema overridden by the configuration of servers',
    'resource "page": content overridden by the configuration of servers',
  ]);
  expect(noted).toEqual(overrides.map((override) => `tested: ${override}`));
});

test('rules for arguments and results are reported without the values of constants', async () => {
  const find = toolOf('find', '{"a":1}', {
    inputSchema: { type: 'object', properties: { q: {}, key: {}, limit: {} } },
  });
  const { overrides } = await serverOf(
    {
      tools: {
        search: {
          runs: 'find',
          arguments: { q: { name: 'query', description: 'Words' }, key: { constant: 's3cr3t' }, limit: { default: 1 } },
          result: { pick: '/a' },
        },
      },
    },
    pluginOf({ tools: [find, toolOf('search')] }),
  );

  expect(overrides).toEqual([
    'tool "search": argument "q" called "query" and described, argument "key" hidden by a constant, ' +
      'argument "limit" with a default, result reduced or rewritten by the configuration of servers',
    'tool "search": runs "find" and hides another tool of its own name, by the configuration of servers',
  ]);
});

test('an override by a transform is reported once, even after a swap', async () => {
  const store = openMemoryStore();
  const source = 'export default (_, { tools }) => tools.map(({ name, title }) => ({ name, title: title + "!" }));';
  const noted: string[] = [];
  const swapped = pluginOf({ tools: [toolOf('convert', 'done', { title: 'Convert' })] });
  const server = await serverOf({ tools_transform_cid: await store.put(Buffer.from(source)) }, swapped, {
    store,
    noteOverride: (_server, override) => noted.push(override),
  });

  const told = new Promise((resolve) => server.source.onChange(resolve));
  swapped.replaceWith(sourceOf({ tools: [toolOf('convert', 'done', { title: 'Turn' })] }));
  await told;

  expect(noted).toEqual(['tool "convert": title overridden by its transform of tools']);
  expect(server.overrides).toEqual(noted);
});
