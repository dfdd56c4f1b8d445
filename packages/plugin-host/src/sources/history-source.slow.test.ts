import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { callText, newPluginFolder, writeBuiltPlugin } from '../built-plugin.test-support.js';
import { hostPlugin } from '../hosting/host-plugin.js';
import { openFileStore } from '../store/file-store.js';
import { historyPath, maxServedBuilds, openHistory, type History } from '../store/history.js';
import { readLeases } from '../store/lease.js';
import { findServing, rollback } from '../store/rollback.js';
import { folderSource } from './folder-source.js';
import type { BuildSource } from '../builds/build-source.js';
import { watchPath } from '../watching/watch-path.js';
import { withHistory } from './history-source.js';

let state: string;
let plugin: string;
let removePlugin: () => Promise<void>;
let history: History;
let origin: BuildSource;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'sigil-state-'));
  ({ folder: plugin, remove: removePlugin } = await newPluginFolder());
  history = openHistory(state, openFileStore(join(state, 'content')));
  origin = withHistory(folderSource(plugin), history, 'weather');
});
afterEach(async () => {
  await history.close();
  await removePlugin();
  await rm(state, { recursive: true, force: true });
});

/** Opens the history as another process on the same state folder. */
const elsewhere = (): History => openHistory(state, openFileStore(join(state, 'content')));

async function build(answer: string): Promise<void> {
  await writeBuiltPlugin(plugin, { tools: { a: `return ${JSON.stringify(answer)};` } });
}

/** Does what a host does with a new build that works. */
async function serve(answer: string): Promise<string> {
  await build(answer);
  return reload();
}

async function reload(): Promise<string> {
  const built = await origin.read();
  await origin.served?.(built);
  return built.manifestCid;
}

async function cidsServed(): Promise<string[]> {
  return (await history.read('weather')).generations.map(({ manifestCid }) => manifestCid);
}

describe('a build that served', () => {
  test('is remembered, newest first, with its bytes in the store', async () => {
    const [one, two] = [await serve('one'), await serve('two')];

    expect(await cidsServed()).toEqual([two, one]);
    const { generations } = await history.read('weather');
    expect(generations[0]).toMatchObject({ version: '1.0.0', codePath: join(plugin, 'dist', 'plugin.cjs') });
    for (const { manifestCid, codeCid } of generations) {
      await expect(history.store.get(manifestCid)).resolves.toBeDefined();
      await expect(history.store.get(codeCid)).resolves.toBeDefined();
    }
    expect(await history.list()).toEqual(['weather']);
  });

  test('is remembered once, and serving it again writes nothing', async () => {
    await serve('one');
    const before = await readFile(join(state, 'history', 'weather.json'), 'utf8');

    await serve('one');

    expect(await readFile(join(state, 'history', 'weather.json'), 'utf8')).toBe(before);
  });

  test('moves to the front when it serves again', async () => {
    const [one, two] = [await serve('one'), await serve('two')];
    await serve('one');

    expect(await cidsServed()).toEqual([one, two]);
  });

  test(`is remembered among at most ${maxServedBuilds} builds`, async () => {
    await serve('one');
    const ends = [...'abcdefghijklmnopqrstuvwxyz234567'].flatMap((end) => [`a${end}`, `b${end}`]);
    await history.change('weather', (before) => ({
      ...before,
      generations: ends.slice(0, maxServedBuilds).map((end) => {
        const served = before.generations[0]!;
        return { ...served, manifestCid: served.manifestCid.slice(0, -2) + end };
      }),
    }));

    const two = await serve('two');

    const cids = await cidsServed();
    expect(cids).toHaveLength(maxServedBuilds);
    expect(cids[0]).toBe(two);
  });
});

describe('a rollback', () => {
  test('serves the previous build from the store, with its former code path', async () => {
    const [one, two] = [await serve('one'), await serve('two')];
    const { codePath, code } = await origin.read();

    const { from, to, isPinned } = await rollback(elsewhere(), 'weather');

    expect([from.manifestCid, to.manifestCid, isPinned]).toEqual([two, one, true]);
    const pinned = await origin.read();
    expect(pinned).toMatchObject({ manifestCid: one, codePath });
    expect(pinned.code).not.toBe(code);
  });

  test('goes back one more build each time, and keeps the order of the history', async () => {
    const [one, two, three] = [await serve('one'), await serve('two'), await serve('three')];
    await rollback(history, 'weather');
    expect(await reload()).toBe(two);

    await rollback(history, 'weather');

    expect(await reload()).toBe(one);
    expect(await cidsServed()).toEqual([three, two, one]);
    expect(findServing(await history.read('weather'))?.manifestCid).toBe(one);
  });

  test('finds a build by the beginning of its CID', async () => {
    const one = await serve('one');
    await serve('two');
    await serve('three');

    await rollback(history, 'weather', one.slice(0, 20));

    expect(await reload()).toBe(one);
  });

  test('to the build in the plugin’s folder removes the pin', async () => {
    await serve('one');
    const two = await serve('two');
    await rollback(history, 'weather');

    expect(await rollback(history, 'weather', two)).toMatchObject({ isPinned: false });

    expect((await history.read('weather')).pinned).toBeUndefined();
    expect(await reload()).toBe(two);
  });

  test('is noticed by a running server', async () => {
    await serve('one');
    await serve('two');
    const noticed = new Promise<void>((resolve) => {
      const watch = origin.watch(() => (watch.close(), resolve()));
    });

    await rollback(elsewhere(), 'weather');

    await noticed;
  });

  test('holds after a restart of the server', async () => {
    const one = await serve('one');
    await serve('two');
    await rollback(history, 'weather');

    const restarted = withHistory(folderSource(plugin), elsewhere(), 'weather');

    expect((await restarted.read()).manifestCid).toBe(one);
  });

  test('holds when the plugin’s folder has no build any more', async () => {
    const one = await serve('one');
    await serve('two');
    await rollback(history, 'weather');
    await rm(join(plugin, 'dist'), { recursive: true });

    expect((await origin.read()).manifestCid).toBe(one);
  });

  test('ends once a newer build serves', async () => {
    const one = await serve('one');
    const two = await serve('two');
    await rollback(history, 'weather');
    await build('three');
    const three = await origin.read();
    expect([one, two]).not.toContain(three.manifestCid);
    expect((await history.read('weather')).pinned).toBe(one);

    await origin.served?.(three);

    expect((await history.read('weather')).pinned).toBeUndefined();
    expect(await cidsServed()).toEqual([three.manifestCid, two, one]);
  });

  test('holds against an earlier build that was tried and never served', async () => {
    const one = await serve('one');
    await serve('two');
    await build('three, which does not start');
    await origin.read();

    await rollback(history, 'weather', one);

    expect(await reload()).toBe(one);
  });

  test('holds against a build that was starting when it was made', async () => {
    const one = await serve('one');
    await serve('two');
    await build('three');
    const starting = await origin.read();
    await rollback(elsewhere(), 'weather', one);

    await origin.served?.(starting);

    expect(await reload()).toBe(one);
    expect((await cidsServed())[0]).toBe(starting.manifestCid);
  });

  test.each([
    ['without history', undefined, 'nothing that served as "weather" is remembered'],
    ['to a build that never served', 'bafkreizzz', 'no build with the CID "bafkreizzz" served as "weather"'],
    ['to nothing', '', 'no build with the CID ""'],
  ])('%s is rejected', async (_, to, message) => {
    const refused = rollback(history, 'weather', to);

    await expect(refused).rejects.toMatchObject({ code: 'history-missing' });
    await expect(refused).rejects.toThrow(message);
  });

  test('is rejected beyond the first build, and for an ambiguous beginning of a CID', async () => {
    await serve('one');
    await expect(rollback(history, 'weather')).rejects.toThrow('nothing served as "weather" before version 1.0.0');
    await serve('two');

    await expect(rollback(history, 'weather', 'bafkrei')).rejects.toThrow('2 builds that served as "weather"');
  });

  test('is rejected for a build with missing or changed bytes, and the serving build stays', async () => {
    const one = await serve('one');
    const two = await serve('two');
    await writeFile(join(state, 'content', one.slice(-2), one), '{}');
    await expect(rollback(history, 'weather')).rejects.toMatchObject({ code: 'content-mismatch' });
    await history.store.remove(one);
    await expect(rollback(history, 'weather')).rejects.toMatchObject({ code: 'content-missing' });

    expect(await reload()).toBe(two);
  });
});

describe('a history that was tampered with', () => {
  const tamper = (text: string): Promise<void> => writeFile(join(state, 'history', 'weather.json'), text);

  test.each(['no JSON', '[]', '{"name":"weather","generations":[{}]}', '{"name":"other","generations":[]}'])(
    'is rejected and does not keep a build from serving: %s',
    async (text) => {
      const one = await serve('one');
      await tamper(text);

      await expect(history.read('weather')).rejects.toMatchObject({ code: 'history-invalid' });
      expect((await origin.read()).manifestCid).toBe(one);
      await expect(origin.served?.(await origin.read())).rejects.toMatchObject({ code: 'history-invalid' });
    },
  );

  test.each(['../weather', '', 'a/b', 'a\0', 'a'.repeat(200)])('has no file for a server named %j', async (name) => {
    await build('one');
    const odd = withHistory(folderSource(plugin), history, name);
    odd.watch(() => undefined).close();

    const built = await odd.read();

    await expect(odd.served?.(built)).rejects.toMatchObject({ code: 'history-missing' });
    await odd.retired?.(built);
    expect((await readdir(state)).filter((file) => file !== 'content')).toEqual(['running']);
  });
});

test('a host follows a rollback by another process, then a newer build, and releases its lease', async () => {
  await build('one');
  const host = await hostPlugin(origin, { watch: true });
  const answer = (): Promise<string | undefined> => callText(host, 'a');
  await build('two');
  await expect.poll(answer).toBe('two');
  await expect.poll(cidsServed).toHaveLength(2);

  await rollback(elsewhere(), 'weather');
  await expect.poll(answer).toBe('one');

  await build('three');
  await expect.poll(answer).toBe('three');
  await expect.poll(cidsServed).toHaveLength(3);
  await host.close();
  expect((await history.read('weather')).pinned).toBeUndefined();
  expect(await readdir(join(state, 'running'))).toEqual([]);
});

test('a build that does not start is tried once', async () => {
  await build('one');
  const refusals: string[] = [];
  const host = await hostPlugin(origin, {
    watch: true,
    onEvent: (event) => event.kind === 'refused' && refusals.push(event.error.code),
  });

  const serving = host.serving!.manifestCid;
  await host.noted();
  // A second watcher of the same file is called together with the host.
  const noted = new Promise<void>((resolve) => {
    const look = async (): Promise<void> => {
      if ((await history.read('weather')).offered === serving) return;
      watch.close();
      resolve();
    };
    const watch = watchPath(historyPath(state, 'weather'), () => void look());
  });

  await writeBuiltPlugin(plugin, { tools: { a: '' }, members: "start() { throw new Error('no'); }" });
  await expect.poll(() => refusals).toHaveLength(1);
  await noted;
  await rollback(elsewhere(), 'weather', serving);
  await expect.poll(() => host.status.state).toBe('serving');

  expect(refusals).toEqual(['start-failed']);
  await host.close();
});

test('builds that serve at once under several names are all remembered', async () => {
  await build('one');
  const names = Array.from({ length: 8 }, (_, index) => `server-${index}`);
  const built = await origin.read();
  // The note of a read is written in parallel, and finished by then.
  await origin.served?.(built);

  await Promise.all(names.flatMap((name) => [history, elsewhere()].map((it) => it.record(name, built))));

  expect(await history.list()).toEqual([...names, 'weather'].sort());
  for (const name of names) expect((await history.read(name)).generations).toHaveLength(1);
});

test('a build that is saved again while its first generation drains is leased until its last one has ended', async () => {
  await build('one');
  const hosted = await hostPlugin(origin, { drainTimeoutMs: 60_000 });
  onTestFinished(() => hosted.close());
  const one = (await origin.read()).manifestCid;
  const swapTo = async (answer: string): Promise<void> => {
    await build(answer);
    await hosted.reload();
  };
  const call = hosted.hold(hosted.current().tools[0]!);

  await swapTo('two');
  await swapTo('one');
  call.release();
  await swapTo('two');

  const two = (await origin.read()).manifestCid;
  const leased = async (): Promise<string[]> => {
    const cids = (await readLeases(state)).flatMap((lease) => [...lease.cids]);
    return cids.filter((cid) => cid === one || cid === two);
  };
  await expect.poll(leased).toEqual([two]);
});
