import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsonObject } from '@sigil/core';
import type { McpClient } from '@sigil/testing';
import { expect, onTestFinished, test } from 'vitest';
import { newPluginFolder, packSkills, writeBuiltPlugin } from '../built-plugin.test-support.js';
import { composeCatalogs } from '../composing/compose-catalogs.js';
import { registrySource } from '../sources/registry-source.js';
import { withHistory } from '../sources/history-source.js';
import { collectGarbage } from '../store/collect-garbage.js';
import { openHistory, stateStore } from '../store/history.js';
import { publishPlugin } from '../store/publish-plugin.js';
import { openFolderRegistry as openRegistry } from '../store/open-registry.js';
import { rollBackPublication } from '../store/roll-back-publication.js';
import { rollback } from '../store/rollback.js';
import { registryStore } from '../store/registry.js';
import { connectTo, engineFor, FixtureSource, type Fixture } from './fixture-source.test-support.js';
import { hostPlugin } from './host-plugin.js';
import type { HostedPlugin, HostOptions } from './hosted-plugin.js';

const skillMd = 'skill://fixture/refunds/SKILL.md';

async function pluginFolder(): Promise<string> {
  const { folder, remove } = await newPluginFolder();
  onTestFinished(remove);
  return folder;
}

async function stateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-skills-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a plugin whose skill has this text. */
async function build(folder: string, text: string): Promise<void> {
  await writeBuiltPlugin(folder, {
    tools: { a: 'return "a";' },
    skills: { 'refunds/SKILL.md': text, 'refunds/rules.md': `rules of ${text}` },
  });
}

async function host(origin: Parameters<typeof hostPlugin>[0], options: HostOptions = {}): Promise<HostedPlugin> {
  const plugin = await hostPlugin(origin, options);
  onTestFinished(() => plugin.close());
  return plugin;
}

async function textIn(plugin: HostedPlugin, uri = skillMd): Promise<unknown> {
  const client = await connectTo(engineFor(plugin), '2026-07-28');
  return (await client.readResource(uri))[0]?.['text'];
}

test.each(['inline', 'worker', 'process'] as const)(
  'skills of a plugin whose code runs %s are served',
  async (link) => {
    const folder = await pluginFolder();
    await build(folder, 'one');

    const plugin = await host(folder, { link });

    expect([await textIn(plugin), await textIn(plugin, 'skill://fixture/refunds/rules.md')]).toEqual([
      'one',
      'rules of one',
    ]);
    expect(plugin.serving?.activation).toBe('waiting');
  },
);

test('nothing is read from the disk once a build serves', async () => {
  const folder = await pluginFolder();
  await build(folder, 'one');
  const plugin = await host(folder);

  await rm(join(folder, 'dist'), { recursive: true });

  expect(await textIn(plugin)).toBe('one');
});

test('a changed skill is swapped in, and announced as a change of the resources', async () => {
  const folder = await pluginFolder();
  await build(folder, 'one');
  const plugin = await host(folder);
  const changes: string[][] = [];
  plugin.onChange((kinds) => void changes.push([...kinds]));

  await build(folder, 'two');
  await plugin.reload();

  expect([await textIn(plugin), changes]).toEqual(['two', [['resources']]]);
});

test.each(['skills.bin', 'manifest.json'])('a build whose skills do not match in %s is refused', async (file) => {
  const folder = await pluginFolder();
  await build(folder, 'one');
  const path = join(folder, 'dist', file);
  const before = await readFile(path, 'utf8');
  await writeFile(path, file === 'skills.bin' ? 'other' : before.replaceAll(/sha256:\w{4}/g, 'sha256:0000'));

  const plugin = await host(folder);

  expect(plugin.status).toMatchObject({ state: 'failed', error: { code: 'code-mismatch' } });
});

test('a published plugin has its skills, and so has an earlier build after a rollback', async () => {
  const folder = await pluginFolder();
  const registry = await stateFolder();
  await build(folder, 'one');
  await publishPlugin(folder, registry);
  await build(folder, 'two');
  const { replaced } = await publishPlugin(folder, registry);
  const state = await stateFolder();
  const history = openHistory(state, stateStore(state));
  onTestFinished(() => history.close());

  const plugin = await host(withHistory(registrySource(registry, 'fixture'), history, 'fixture'));
  await plugin.noted();
  const published = await textIn(plugin);
  await build(folder, 'three');
  await publishPlugin(folder, registry);
  await plugin.reload();
  await plugin.noted();
  await rollback(history, 'fixture');
  await plugin.reload();

  expect([published, await textIn(plugin), replaced === undefined]).toEqual(['two', 'two', false]);
});

test('collecting garbage keeps the files of published skills, and a rollback to lost ones is refused', async () => {
  const folder = await pluginFolder();
  const registry = await stateFolder();
  await build(folder, 'one');
  const { manifest, manifestCid } = await publishPlugin(folder, registry);
  const store = registryStore(registry);

  const { removed } = await collectGarbage(store, { registry }, { graceMs: 0 });
  await store.remove(manifest.skills!.cid);

  expect(removed).toEqual([]);
  await expect(rollBackPublication(openRegistry(registry), 'fixture', manifestCid)).rejects.toMatchObject({
    code: 'content-missing',
  });
  await expect(registrySource(registry, 'fixture').read()).rejects.toMatchObject({ code: 'content-missing' });
});

test('two plugins with one address do not mix in a composition: the skill of the second one is left out as a whole', async () => {
  const folders = [await pluginFolder(), await pluginFolder()];
  await build(folders[0]!, 'one');
  await build(folders[1]!, 'two');
  const plugins = await Promise.all(folders.map((folder) => host(folder)));
  const reasons: string[] = [];

  const { catalog } = composeCatalogs(
    plugins.map((plugin, index) => {
      const name = `server${index}`;
      return { catalog: plugin.current(), namespace: name, separator: '_', server: name };
    }),
    (why) => void reasons.push(why),
  );

  expect(catalog.resources.map(({ definition }) => definition.uri)).toEqual([
    skillMd,
    'skill://fixture/refunds/rules.md',
  ]);
  expect(reasons).toEqual([expect.stringContaining('server "server1"')]);
});

interface Entry {
  readonly resources: readonly { readonly uri: string; readonly digest: string }[];
}

async function entryOf(client: McpClient): Promise<Entry> {
  return (await client.request('skills/get', { uri: skillMd }))['skill'] as unknown as Entry;
}

test('200 swaps during reads give no file whose digest differs from the entry before and after it', async () => {
  const fixture: Fixture = { tools: { a: {} } };
  const origin = new FixtureSource(fixture);
  const publish = async (number: number): Promise<void> => {
    const text = `text ${number}`;
    const packed = await packSkills('fixture', { 'refunds/SKILL.md': text, 'refunds/rules.md': text.repeat(9) });
    const { built } = origin;
    const manifest = { ...built.manifest, skills: packed.manifest };
    origin.built = { ...built, manifest, manifestCid: `bafkrei${number}`, skillFiles: packed.bytes };
  };
  await publish(0);
  const plugin = await host(origin);
  const engine = engineFor(plugin);
  const ending = new AbortController();
  let compared = 0;
  const wrong: JsonObject[] = [];
  let onRead = (): void => undefined;
  const readers = Array.from({ length: 4 }, async (_, index) => {
    const client = await connectTo(engine, '2026-07-28');
    const uri = index % 2 ? skillMd : 'skill://fixture/refunds/rules.md';
    while (!ending.signal.aborted) {
      // Calls in memory need no turn of the event loop, and a swap needs some.
      await nextTurn();
      const before = await entryOf(client);
      const [content] = await client.readResource(uri);
      const after = await entryOf(client);
      onRead();
      if (JSON.stringify(before) !== JSON.stringify(after)) continue;
      compared++;
      const digest = `sha256:${createHash('sha256').update(String(content?.['text'])).digest('hex')}`;
      if (before.resources.find((file) => file.uri === uri)?.digest !== digest) wrong.push({ uri, digest });
    }
  });

  for (let number = 1; number <= 200; number++) {
    await publish(number);
    await plugin.reload();
    if (number % 4 === 0) await new Promise<void>((resolve) => (onRead = resolve));
  }
  ending.abort();
  await Promise.all(readers);

  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(20);
}, 30_000);
