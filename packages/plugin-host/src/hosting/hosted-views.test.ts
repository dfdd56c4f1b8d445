import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import {
  callText,
  newPluginFolder,
  packViews,
  writeBuiltPlugin,
  type PluginFixture,
} from '../built-plugin.test-support.js';
import { registrySource } from '../sources/registry-source.js';
import { withHistory } from '../sources/history-source.js';
import { collectGarbage } from '../store/collect-garbage.js';
import { openHistory, stateStore } from '../store/history.js';
import { publishPlugin } from '../store/publish-plugin.js';
import { openFolderRegistry as openRegistry } from '../store/open-registry.js';
import { rollBackPublication } from '../store/roll-back-publication.js';
import { rollback } from '../store/rollback.js';
import { registryStore } from '../store/registry.js';
import {
  connectTo,
  engineFor,
  FixtureSource,
  hostFixture,
  noted,
  type Fixture,
} from './fixture-source.test-support.js';
import { hostPlugin } from './host-plugin.js';
import type { HostedPlugin, HostOptions } from './hosted-plugin.js';

const board = 'ui://fixture/board';
const chart = 'ui://fixture/chart';

async function pluginFolder(): Promise<string> {
  const { folder, remove } = await newPluginFolder();
  onTestFinished(remove);
  return folder;
}

async function stateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-views-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a plugin whose views have this page, and whose tool counts its calls. */
async function build(folder: string, page: string, more: Partial<PluginFixture> = {}): Promise<void> {
  const tools = { count: 'return String((this.calls = (this.calls ?? 0) + 1));' };
  await writeBuiltPlugin(folder, { tools, views: { [board]: page, [chart]: `chart of ${page}` }, ...more });
}

async function host(origin: Parameters<typeof hostPlugin>[0], options: HostOptions = {}): Promise<HostedPlugin> {
  const plugin = await hostPlugin(origin, options);
  onTestFinished(() => plugin.close());
  return plugin;
}

async function pageIn(plugin: HostedPlugin, uri = board): Promise<unknown> {
  const client = await connectTo(engineFor(plugin), '2026-07-28');
  return (await client.readResource(uri))[0]?.['text'];
}

test.each(['inline', 'worker', 'process'] as const)('views of a plugin whose code runs %s are served', async (link) => {
  const folder = await pluginFolder();
  await build(folder, 'one');

  const plugin = await host(folder, { link });

  expect([await pageIn(plugin), await pageIn(plugin, chart)]).toEqual(['one', 'chart of one']);
  expect(plugin.serving?.activation).toBe('waiting');
});

test('a changed view is swapped in, and announced as a change of the resources', async () => {
  const folder = await pluginFolder();
  await build(folder, 'one');
  const plugin = await host(folder);
  const changes: string[][] = [];
  plugin.onChange((kinds) => void changes.push([...kinds]));

  await build(folder, 'two');
  await plugin.reload();

  expect([await pageIn(plugin), changes]).toEqual(['two', [['resources']]]);
});

test.each(['inline', 'worker', 'process'] as const)(
  'a change of views and skills alone keeps the code that runs %s, with its state',
  async (link) => {
    const folder = await pluginFolder();
    await build(folder, 'one');
    const plugin = await host(folder, { link });
    const counted = [await callText(plugin, 'count')];

    await build(folder, 'two');
    await plugin.reload();
    counted.push(await callText(plugin, 'count'));
    await build(folder, 'two', { skills: { 'refunds/SKILL.md': 'Pays back.' } });
    await plugin.reload();
    counted.push(await callText(plugin, 'count'));

    expect([counted, await pageIn(plugin)]).toEqual([['1', '2', '3'], 'two']);
    expect(plugin.serving).toMatchObject({ number: 3, draining: 0 });
  },
);

test('a change of the code begins it anew, whatever else changes', async () => {
  const folder = await pluginFolder();
  await build(folder, 'one');
  const plugin = await host(folder);
  await callText(plugin, 'count');

  await build(folder, 'two', { members: 'other() {}' });
  await plugin.reload();

  expect([await callText(plugin, 'count'), await pageIn(plugin)]).toEqual(['1', 'two']);
});

/** A fixture that notes its life, and publishes it with another page. */
async function publish(origin: FixtureSource, number: number, pages: Readonly<Record<string, string>>): Promise<void> {
  const packed = await packViews(pages);
  const { built } = origin;
  const manifest = { ...built.manifest, views: packed.manifest };
  origin.built = { ...built, manifest, manifestCid: `bafkrei${number}`, viewFiles: packed.bytes };
}

test('code that several generations run on ends once, with the last of them', async () => {
  const life: Fixture = {
    members: 'start() { note("start"); } stop() { note("stop"); }',
    tools: { wait: { body: 'await new Promise((resolve) => { globalThis.goOn = resolve; }); return "done";' } },
  };
  const { origin, plugin } = await hostFixture(life);
  const waiting = callText(plugin, 'wait');
  await nextTurn();

  for (const number of [1, 2, 3]) {
    await publish(origin, number, { [board]: `page ${number}` });
    await plugin.reload();
  }
  const whileItRuns = [...noted];
  (Reflect.get(globalThis, 'goOn') as () => void)();
  const answered = await waiting;
  const afterTheCall = [...noted];
  await plugin.close();

  expect([whileItRuns, answered, afterTheCall, noted]).toEqual([['start'], 'done', ['start'], ['start', 'stop']]);
});

test.each(['views.bin', 'manifest.json'])('a build whose views do not match in %s is refused', async (file) => {
  const folder = await pluginFolder();
  await build(folder, 'one');
  const path = join(folder, 'dist', file);
  const before = await readFile(path, 'utf8');
  await writeFile(path, file === 'views.bin' ? 'other' : before.replaceAll(/sha256:\w{4}/g, 'sha256:0000'));

  const plugin = await host(folder);

  expect(plugin.status).toMatchObject({ state: 'failed', error: { code: 'code-mismatch' } });
});

test('a published plugin has its views, and so has an earlier build after a rollback', async () => {
  const folder = await pluginFolder();
  const registry = await stateFolder();
  await build(folder, 'one');
  await publishPlugin(folder, registry);
  await build(folder, 'two');
  await publishPlugin(folder, registry);
  const state = await stateFolder();
  const history = openHistory(state, stateStore(state));
  onTestFinished(() => history.close());

  const plugin = await host(withHistory(registrySource(registry, 'fixture'), history, 'fixture'));
  await plugin.noted();
  const published = await pageIn(plugin);
  await build(folder, 'three');
  await publishPlugin(folder, registry);
  await plugin.reload();
  await plugin.noted();
  const swapped = await pageIn(plugin);
  await rollback(history, 'fixture');
  await plugin.reload();

  expect([published, swapped, await pageIn(plugin)]).toEqual(['two', 'three', 'two']);
});

test('collecting garbage keeps the pages of published views, and a rollback to lost ones is refused', async () => {
  const folder = await pluginFolder();
  const registry = await stateFolder();
  await build(folder, 'one');
  const { manifest, manifestCid } = await publishPlugin(folder, registry);
  const store = registryStore(registry);

  const { removed } = await collectGarbage(store, { registry }, { graceMs: 0 });
  await store.remove(manifest.views!.cid);

  expect(removed).toEqual([]);
  await expect(rollBackPublication(openRegistry(registry), 'fixture', manifestCid)).rejects.toMatchObject({
    code: 'content-missing',
  });
  await expect(registrySource(registry, 'fixture').read()).rejects.toMatchObject({ code: 'content-missing' });
});

async function toolIn(client: McpClient): Promise<string | undefined> {
  return (await client.listTools()).map(({ name }) => String(name)).at(0);
}

test('a page that is read between two equal lists belongs to the tool in them, through 200 swaps of either', async () => {
  const origin = new FixtureSource({ tools: { roll0: {} } });
  const publishBoth = async (number: number): Promise<void> => {
    // Every second swap changes the page alone, and goes on with the code.
    const tool = `roll${number - (number % 2)}`;
    if (number % 2 === 0) origin.publish({ tools: { [tool]: {} } });
    await publish(origin, number, { [board]: `<p>${tool}</p>${number}`, [chart]: 'x'.repeat(number) });
  };
  await publishBoth(0);
  const plugin = await host(origin);
  const engine = engineFor(plugin);
  const clients = [await connectTo(engine, '2025-06-18'), await connectTo(engine, '2026-07-28')];
  const ending = new AbortController();
  const wrong: unknown[] = [];
  let compared = 0;
  let onRead = (): void => undefined;
  const readers = Array.from({ length: 4 }, async (_, index) => {
    const client = clients[index % 2]!;
    while (!ending.signal.aborted) {
      // Calls in memory need no turn of the event loop, and a swap needs some.
      await nextTurn();
      const before = await toolIn(client);
      const [content] = await client.readResource(board);
      const after = await toolIn(client);
      onRead();
      if (before !== after) continue;
      compared++;
      const page = String(content?.['text']);
      if (!page.startsWith(`<p>${before}</p>`)) wrong.push([before, page]);
    }
  });

  for (let number = 1; number <= 200; number++) {
    await publishBoth(number);
    await plugin.reload();
    if (number % 4 === 0) await new Promise<void>((resolve) => (onRead = resolve));
  }
  ending.abort();
  await Promise.all(readers);

  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(20);
  expect(plugin.serving?.number).toBe(201);
}, 30_000);
