import { fixedSource, Listeners, type CatalogSource, type ComponentKind } from '@sigil/core/catalog';
import { openMemoryStore } from '@sigil/plugin-host';
import { expect, test } from 'vitest';
import { readOnlySource } from './read-only-source.js';
import { callIn, listedIn, pluginOf, resourceOf, serverOf, sourceOf, toolOf } from './servers.test-support.js';

const store = openMemoryStore();

/** A transform that marks each tool, and fails for one that is called `bad`. */
const marking = await store.put(
  Buffer.from(`export const mark = (name, { tools }) => {
    if (tools.some((tool) => tool.name === 'bad')) throw new Error('a bad tool');
    return tools.map((tool) => ({ name: tool.name, title: tool.name.toUpperCase() }));
  };`),
);

/** Settles with the kinds of the next notice. */
function nextNotice(source: CatalogSource): Promise<ComponentKind[]> {
  return new Promise((resolve) => {
    const stop = source.onChange((changed) => {
      stop();
      resolve([...changed]);
    });
  });
}

function titlesIn(source: CatalogSource): (string | undefined)[] {
  return source.current().tools.map(({ definition }) => definition.title);
}

test('a swap runs the new code and announces a changed list once', async () => {
  const plugin = pluginOf({ tools: [toolOf('a', 'old')] });
  const server = await serverOf({ auto_discover: true, tools: { first: { runs: 'a' } } }, plugin);

  plugin.replaceWith(sourceOf({ tools: [toolOf('a', 'new')] }));
  const afterEqualLists = [...server.told];
  plugin.replaceWith(sourceOf({ tools: [toolOf('a', 'newest'), toolOf('b')] }));

  expect(await callIn(server.source, 'first')).toBe('newest');
  expect(listedIn(server.source)).toEqual(['a', 'first', 'b']);
  expect(afterEqualLists).toEqual([[]]);
  expect(server.told).toEqual([[], ['tools']]);
});

test('a swap that changes nothing offered is announced with no changed list', async () => {
  const plugin = pluginOf({ tools: [toolOf('a', 'old')] });
  const server = await serverOf({ tools: { a: {} } }, plugin);

  plugin.replaceWith(sourceOf({ tools: [toolOf('a', 'new'), toolOf('hidden')], resources: [resourceOf('x:1', '')] }));

  expect(await callIn(server.source, 'a')).toBe('new');
  expect(server.told).toEqual([[]]);
});

test('a swap reports the problems it causes and clears those it solves', async () => {
  const plugin = pluginOf({ tools: [toolOf('a')] });
  const server = await serverOf({ tools: { a: {} } }, plugin);

  plugin.replaceWith(sourceOf({ tools: [toolOf('b')] }));
  const without = [...server.problems];
  plugin.replaceWith(sourceOf({ tools: [toolOf('a')] }));

  expect(without).toEqual([expect.stringContaining('there is no tool "a" to run')]);
  expect(server.reports).toEqual(without);
  expect(server.problems).toEqual([]);
});

test('current() returns the same catalog while nothing changes', async () => {
  const server = await serverOf({ tools: { a: {} } }, pluginOf({ tools: [toolOf('a')] }));

  expect(server.source.current()).toBe(server.source.current());
});

test("an author's own announcement is passed on", async () => {
  let announce: (kind: ComponentKind) => void = () => undefined;
  const catalog = sourceOf({ tools: [toolOf('a')] }).current();
  const plugin: CatalogSource = {
    ...fixedSource(catalog),
    onChange(listener) {
      announce = (kind) => listener(new Set([kind]));
      return () => undefined;
    },
  };
  const server = await serverOf({ auto_discover: true, tools: { a: { title: 'A' } } }, plugin);

  announce('resources');

  expect(server.told).toEqual([['resources']]);
});

test('named components missing from the first read are reported, even when it announces changes', async () => {
  const changes = new Listeners<ReadonlySet<ComponentKind>>();
  let plugin = sourceOf({ isPending: true });
  const source: CatalogSource = {
    ...plugin,
    current: () => plugin.current(),
    onChange: (listener) => changes.add(listener),
  };
  const server = await serverOf({ tools: { a: {} } }, source);
  const before = [...server.problems];

  plugin = sourceOf({});
  changes.notify(new Set(['tools']));

  expect(before).toEqual([]);
  expect(server.problems).toEqual([expect.stringContaining('there is no tool "a" to run')]);
});

test('resource updates are announced only for offered resources', async () => {
  let update: (uri: string) => void = () => undefined;
  const catalog = sourceOf({ resources: [resourceOf('x:1', ''), resourceOf('x:2', '')] }).current();
  const plugin: CatalogSource = {
    ...fixedSource(catalog),
    onResourceUpdated(listener) {
      update = listener;
      return () => undefined;
    },
  };
  const server = await serverOf({ resources: { one: { uri: 'x:1' } } }, plugin);
  const updates: string[] = [];
  server.source.onResourceUpdated((uri) => updates.push(uri));

  update('x:1');
  update('x:2');

  expect(updates).toEqual(['x:1']);
});

test('a transform runs at start and after a swap, with one notice for the swap and its result', async () => {
  const plugin = pluginOf({ tools: [toolOf('a')] });
  const server = await serverOf({ auto_discover: true, tools_transform_cid: marking }, plugin, { store });
  const titlesBefore = titlesIn(server.source);
  const notice = nextNotice(server.source);

  plugin.replaceWith(sourceOf({ tools: [toolOf('a'), toolOf('b')] }));
  const titlesMeanwhile = titlesIn(server.source);

  expect(await notice).toEqual(['tools']);
  expect(titlesBefore).toEqual(['A']);
  expect(titlesMeanwhile).toEqual(['A', undefined]);
  expect(titlesIn(server.source)).toEqual(['A', 'B']);
  expect(server.told).toEqual([['tools']]);
});

test('a failing transform keeps its last result and is a problem until it works again', async () => {
  const plugin = pluginOf({ tools: [toolOf('a')] });
  const server = await serverOf({ auto_discover: true, tools_transform_cid: marking }, plugin, { store });

  const failed = nextNotice(server.source);
  plugin.replaceWith(sourceOf({ tools: [toolOf('a'), toolOf('bad')] }));
  await failed;
  const [titles, problems] = [titlesIn(server.source), [...server.problems]];
  const mended = nextNotice(server.source);
  plugin.replaceWith(sourceOf({ tools: [toolOf('a'), toolOf('good')] }));
  await mended;

  expect(titles).toEqual(['A', undefined]);
  expect(problems).toEqual([`server "tested": tools_transform_cid ${marking}: a bad tool`]);
  expect(titlesIn(server.source)).toEqual(['A', 'GOOD']);
  expect(server.problems).toEqual([]);
});

test('without auto_discover a transform chooses from all tools of the plugin', async () => {
  const choosing = await store.put(
    Buffer.from(`export default (name, { tools, resources }) => [
      ...tools.filter((tool) => tool.name.startsWith('public_')),
      { name: 'bad name' },
    ];`),
  );
  const plugin = pluginOf({ tools: [toolOf('public_a', 'a'), toolOf('private_b')] });

  const server = await serverOf({ auto_discover: false, tools_transform_cid: choosing }, plugin, { store });

  expect(listedIn(server.source)).toEqual(['public_a']);
  expect(await callIn(server.source, 'private_b')).toBeUndefined();
  expect(server.problems).toEqual([expect.stringContaining('tools_transform_cid, entry 1')]);
});

test('a tool with rules from a transform takes the place of the one that it runs, also if the rules do not fit', async () => {
  const ruling = await store.put(
    Buffer.from(`export default () => [
      { name: 'search', runs: 'find', arguments: { key: { constant: 'k1' } } },
      { name: 'misfit', runs: 'other', arguments: { none: { constant: 1 } } },
    ];`),
  );
  const inputSchema = { type: 'object', properties: { q: {}, key: {} } };
  const plugin = pluginOf({
    tools: ['find', 'other', 'plain'].map((name) => toolOf(name, undefined, { inputSchema })),
  });

  const server = await serverOf({ auto_discover: true, tools_transform_cid: ruling }, plugin, { store });

  expect(listedIn(server.source).toSorted()).toEqual(['plain', 'search']);
  expect(await callIn(server.source, 'search', { q: 'a' })).toBe('{"q":"a","key":"k1"}');
  expect(await callIn(server.source, 'find', {})).toBeUndefined();
});

/** Makes a source that counts its holders. */
function countedSource(tool: string): { source: CatalogSource; holders: () => number } {
  const catalog = sourceOf({ tools: [toolOf(tool)] }).current();
  let holders = 0;
  const hold = () => {
    holders++;
    return { release: () => void holders-- };
  };
  return { source: { ...fixedSource(catalog), hold }, holders: () => holders };
}

test.each([
  ['a tool of the plugin', true, 'shown', [1, 0]],
  ['a tool of the plugin, while nothing is discovered', false, 'shown', [1, 0]],
  ['a tool of an included server', true, 'o.other', [0, 1]],
  ['a page of its own', false, undefined, [0, 0]],
])('a call of %s holds no other source', async (_what, discovers, name, expected) => {
  const [plugin, other] = [countedSource('own'), countedSource('other')];
  const { source } = await serverOf(
    {
      auto_discover: discovers,
      include: [{ server: 'other', namespace: 'o' }],
      tools: { shown: { runs: 'own' } },
      resources: { page: { uri: 'page:1', text: '' } },
    },
    plugin.source,
    { findServer: () => other.source },
  );

  const catalog = source.current();
  const hold = source.hold(name ? catalog.findTool(name)! : catalog.resources[0]!);
  const held = [plugin.holders(), other.holders()];
  hold.release();

  expect(held).toEqual(expected);
  expect([plugin.holders(), other.holders()]).toEqual([0, 0]);
});

test('a closed server no longer follows swaps', async () => {
  const plugin = pluginOf({ tools: [toolOf('a')] });
  const server = await serverOf({ auto_discover: true, tools: { a: {} } }, plugin);

  server.close();
  plugin.replaceWith(sourceOf({}));

  expect(server.told).toEqual([]);
});

test('the read-only view offers only read-only tools, and ignores changes of other tools', () => {
  const reading = toolOf('reads', 'read', { annotations: { readOnlyHint: true } });
  const plugin = pluginOf({ tools: [reading, toolOf('writes')], resources: [resourceOf('x:1', '')] });
  const source = readOnlySource(plugin);
  const told: ComponentKind[][] = [];
  source.onChange((changed) => told.push([...changed]));

  plugin.replaceWith(sourceOf({ tools: [reading, toolOf('writes'), toolOf('writes more')] }));

  expect(listedIn(source)).toEqual(['reads']);
  expect(source.current().findTool('writes')).toBeUndefined();
  expect(told).toEqual([['resources']]);
});
