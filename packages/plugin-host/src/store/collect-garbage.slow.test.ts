import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cidOf } from '@sigil/core/building';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownMark } from '@sigil/files';
import { writeBuiltPlugin } from '../built-plugin.test-support.js';
import { folderSource } from '../sources/folder-source.js';
import type { BuiltPlugin } from '../builds/build-source.js';
import { registrySource } from '../sources/registry-source.js';
import { withHistory } from '../sources/history-source.js';
import { rememberMap } from './map-history.js';
import { collectGarbage } from './collect-garbage.js';
import type { ContentStore } from './content-store.js';
import { openFileStore } from './file-store.js';
import { openHistory, type History } from './history.js';
import { publishPlugin } from './publish-plugin.js';
import { registryStore, writePointer } from './registry.js';
import { withLock } from './folder-lock.js';

let root: string;
let state: string;
let plugin: string;
let store: ContentStore;
let history: History;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigil-garbage-'));
  [state, plugin] = [join(root, 'state'), join(root, 'plugin')];
  store = openFileStore(join(state, 'content'));
  history = openHistory(state, store);
});
afterEach(async () => {
  await history.close();
  await rm(root, { recursive: true, force: true });
});

const put = (text: string): Promise<string> => store.put(Buffer.from(text));
// The clock of files is slightly behind that of the process.
const noGrace = { graceMs: -1_000 };

async function built(answer: string): Promise<BuiltPlugin> {
  await writeBuiltPlugin(plugin, { tools: { a: `return ${JSON.stringify(answer)};` } });
  return folderSource(plugin).read();
}

const cidsOf = ({ manifestCid, manifest }: BuiltPlugin): string[] => [manifestCid, manifest.code.cid];
const has = (cids: readonly string[]): Promise<boolean[]> => Promise.all(cids.map((cid) => store.has(cid)));

test('content that nothing refers to is removed and reported', async () => {
  const cid = await put('garbage');

  const report = await collectGarbage(store, { stateFolder: state }, noGrace);

  expect(report).toEqual({
    removed: [{ cid, bytes: 7 }],
    freedBytes: 7,
    kept: 0,
    young: 0,
    missing: [],
    damaged: [],
  });
  expect(await store.list()).toEqual([]);
});

test('a dry run creates no folder and does not wait for the lock', async () => {
  const empty = join(root, 'empty');
  await mkdir(empty);
  const once = await collectGarbage(registryStore(empty), { registry: empty }, { dryRun: true });

  expect(once).toMatchObject({ removed: [], kept: 0 });
  expect(await readdir(empty)).toEqual([]);
  await withLock(empty, () => collectGarbage(registryStore(empty), { registry: empty }, { dryRun: true }));
});

test('a dry run reports the same and removes nothing', async () => {
  const cid = await put('garbage');

  const report = await collectGarbage(store, { stateFolder: state }, { ...noGrace, dryRun: true });

  expect(report.removed).toEqual([{ cid, bytes: 7 }]);
  expect(await store.list()).toEqual([cid]);
});

test.each([{}, { dryRun: true }])('content stays for an hour by default: %j', async (options) => {
  const minutesAgo = [0, 59, 61];
  const cids = await Promise.all(minutesAgo.map((minutes) => put(`put ${minutes} minutes ago`)));
  for (const [index, cid] of cids.entries()) {
    const at = new Date(Date.now() - minutesAgo[index]! * 60_000);
    await utimes(join(state, 'content', cid.slice(-2), cid), at, at);
  }

  const report = await collectGarbage(store, { stateFolder: state }, options);

  expect(report).toMatchObject({ removed: [{ cid: cids[2] }], young: 2, kept: 0 });
  expect(await has(cids)).toEqual([true, true, options.dryRun === true]);
});

describe('the content that is kept', () => {
  test('includes content that a configuration names, and content that this names in turn', async () => {
    const code = await put('export default () => [];');
    const transform = await put(JSON.stringify({ name: 'x', source: `cid://${code}` }));
    const server = await put(JSON.stringify({ nested: [{ tools_transform_cid: transform }] }));
    const other = await put('garbage');

    const report = await collectGarbage(
      store,
      { texts: [JSON.stringify({ servers: { a: { config_cid: server } } })] },
      noGrace,
    );

    expect(await has([server, transform, code, other])).toEqual([true, true, true, false]);
    expect(report.kept).toBe(3);
  });

  test.each(['stateFolder', 'registry'])('includes content that the mcps.json of a %s names', async (kind) => {
    const config = await put('{}');
    const other = await put('garbage');
    await writeFile(join(state, 'mcps.json'), JSON.stringify({ a: { config_cid: config } }));

    await collectGarbage(store, { [kind]: state }, noGrace);

    expect(await has([config, other])).toEqual([true, false]);
  });

  test('includes content that the last 50 built maps name, even after mcps.json was replaced', async () => {
    const configs = await Promise.all(Array.from({ length: 51 }, (_, index) => put(JSON.stringify({ index }))));
    for (const config of configs) await rememberMap(state, await put(JSON.stringify({ a: { config_cid: config } })));
    await writeFile(join(state, 'mcps.json'), '{}');

    const { removed } = await collectGarbage(store, { registry: state }, noGrace);

    expect(removed).toHaveLength(2);
    expect(await has(configs)).toEqual([false, ...Array<boolean>(50).fill(true)]);
  });

  test('is everything when the list of built maps cannot be read', async () => {
    const cid = await put('garbage');
    await mkdir(join(state, 'mcps.history.json'), { recursive: true });

    await expect(collectGarbage(store, { stateFolder: state }, noGrace)).rejects.toThrow('is not a plain file');

    expect(await has([cid])).toEqual([true]);
  });

  test('includes every build in a history', async () => {
    const [one, two] = [await built('one'), await built('two')];
    await history.record('weather', one);
    await history.record('weather', two);

    await collectGarbage(store, { stateFolder: state }, noGrace);

    expect(await has([...cidsOf(one), ...cidsOf(two)])).toEqual([true, true, true, true]);
  });

  test('includes every build in the history of a pointer', async () => {
    const registry = join(root, 'registry');
    const content = registryStore(registry);
    for (const answer of ['one', 'two']) {
      await built(answer);
      await publishPlugin(plugin, registry);
    }
    const garbage = await content.put(Buffer.from('garbage'));

    const report = await collectGarbage(content, { registry }, noGrace);

    expect(report.removed.map(({ cid }) => cid)).toEqual([garbage]);
    expect(await content.list()).toHaveLength(4);
  });

  test('includes the build that a process runs, until it is retired', async () => {
    const origin = withHistory(folderSource(plugin), history, 'weather');
    const running = await built('one');
    await origin.served?.(running);
    await rm(join(state, 'history'), { recursive: true });

    await collectGarbage(store, { stateFolder: state }, noGrace);
    expect(await has(cidsOf(running))).toEqual([true, true]);

    await origin.retired?.(running);
    await collectGarbage(store, { stateFolder: state }, noGrace);
    expect(await has(cidsOf(running))).toEqual([false, false]);
    expect(await readdir(join(state, 'running'))).toEqual([]);
  });

  test('includes a build that runs under two names, until it is retired under both', async () => {
    const running = await built('one');
    await history.lease.add('weather', running);
    await history.lease.add('climate', running);
    await store.put(Buffer.from(running.manifestText));

    await history.lease.remove('weather', running);
    await collectGarbage(store, { stateFolder: state }, noGrace);
    expect(await store.has(running.manifestCid)).toBe(true);

    await history.lease.remove('climate', running);
    await collectGarbage(store, { stateFolder: state }, noGrace);
    expect(await store.has(running.manifestCid)).toBe(false);
  });

  test('includes content that a process leases beside its builds', async () => {
    const cid = await put('a mounted configuration');
    await history.lease.keep([cid]);

    await collectGarbage(store, { stateFolder: state }, noGrace);

    expect(await store.has(cid)).toBe(true);
  });
});

describe('a lease', () => {
  let other: ChildProcess;
  beforeEach(() => {
    other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)']);
  });
  afterEach(() => other.kill('SIGKILL'));

  async function leave(mark: object): Promise<string> {
    const cid = await put('runs there');
    await mkdir(join(state, 'running'), { recursive: true });
    await writeFile(join(state, 'running', 'x.json'), JSON.stringify({ process: mark, running: [cid] }));
    return cid;
  }

  test.each([
    ['of a process that runs counts', async () => ({ pid: other.pid, host: (await ownMark()).host }), true],
    ['of another machine counts', async () => ({ pid: other.pid, host: 'elsewhere' }), true],
    ['that names no process counts', async () => ({}), true],
    [
      'of an ended process whose number another one has now does not count',
      async () => {
        const mark = await ownMark();
        return { ...mark, pid: other.pid, started: mark.started!.replace(/\d+$/, '1') };
      },
      false,
    ],
  ])('%s', async (_, mark, counts) => {
    const cid = await leave(await mark());

    await collectGarbage(store, { stateFolder: state }, noGrace);

    expect(await store.has(cid)).toBe(counts);
    expect(await readdir(join(state, 'running'))).toEqual(counts ? ['x.json'] : []);
  });

  test('of a process that was killed does not count', async () => {
    const cid = await leave({ pid: other.pid, host: (await ownMark()).host });
    const ended = new Promise((resolve) => other.once('exit', resolve));
    other.kill('SIGKILL');
    await ended;

    await collectGarbage(store, { stateFolder: state }, noGrace);

    expect(await store.has(cid)).toBe(false);
  });
});

describe('a collection with an invalid record', () => {
  test('removes nothing when a history was changed by hand', async () => {
    await history.record('weather', await built('one'));
    await writeFile(join(state, 'history', 'weather.json'), '{');

    const collected = collectGarbage(store, { stateFolder: state }, noGrace);

    await expect(collected).rejects.toMatchObject({ code: 'history-invalid' });
    expect(await store.list()).toHaveLength(2);
  });

  test('removes nothing when a pointer was changed by hand', async () => {
    const registry = join(root, 'registry');
    await built('one');
    await publishPlugin(plugin, registry);
    await writeFile(join(registry, 'plugins', 'fixture.json'), '{');

    const collected = collectGarbage(registryStore(registry), { registry }, noGrace);

    await expect(collected).rejects.toMatchObject({ code: 'pointer-invalid' });
    expect(await registryStore(registry).list()).toHaveLength(2);
  });
});

test('missing and damaged content that is referred to is reported, and damaged bytes stay', async () => {
  const gone = await cidOf(Buffer.from('gone'));
  const damaged = await put('damaged');
  const path = join(state, 'content', damaged.slice(-2), damaged);
  await writeFile(path, 'changed');

  const report = await collectGarbage(store, { texts: [gone, damaged] }, noGrace);

  expect(report).toMatchObject({ missing: [gone], damaged: [damaged], removed: [] });
  expect(await readFile(path, 'utf8')).toBe('changed');
});

test('a collector waits for a publisher that has put content and not yet the pointer', async () => {
  const registry = join(root, 'registry');
  const content = registryStore(registry);
  const { manifest, manifestCid, manifestText, code } = await built('one');
  const { name, version } = manifest.plugin;

  const collecting = await withLock(registry, async () => {
    await content.put(Buffer.from(code));
    await content.put(Buffer.from(manifestText));
    const collected = collectGarbage(content, { registry }, noGrace);
    // Takes long enough for a collector that does not wait.
    for (let other = 0; other < 20; other++) await content.put(Buffer.from(`other ${other}`));
    const published = { manifestCid, codeCid: manifest.code.cid, version, publishedAt: '' };
    await writePointer(registry, { name, current: manifestCid, history: [published] });
    return { collected };
  });
  await collecting.collected;

  await expect(registrySource(registry, name).read()).resolves.toMatchObject({ manifestCid });
});

test('a collector beside publishers removes nothing that a pointer names', async () => {
  const registry = join(root, 'registry');
  const content = registryStore(registry);
  const folders = [join(root, 'one'), join(root, 'two')];
  for (const folder of folders) await writeBuiltPlugin(folder, { name: 'p', tools: { a: `return '${folder}';` } });

  for (let round = 0; round < 6; round++) {
    const collecting = collectGarbage(content, { registry }, noGrace);
    await Promise.all([...folders.map((folder) => publishPlugin(folder, registry)), collecting]);
    await expect(registrySource(registry, 'p').read()).resolves.toBeDefined();
    await rm(join(registry, 'plugins', 'p.json'));
  }
});
