import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startUnderLock, type LockProcess } from '../../test/lock-processes.js';
import { newPluginFolder, callText, writeBuiltPlugin } from '../built-plugin.test-support.js';
import { hostPlugin } from '../hosting/host-plugin.js';
import { folderSource } from '../sources/folder-source.js';
import { withHistory } from '../sources/history-source.js';
import { openHistory, stateStore, type History } from './history.js';
import { withLock } from './folder-lock.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-killed-'));
});
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await rm(folder, { recursive: true, force: true });
});

/** Reports that it has the lock, and never releases it. */
const holdForEver = 'held(); await new Promise(() => setInterval(() => undefined, 1000));';
/** Records when its turn begins and ends. */
const takeTurn = `
  const note = (what) => fs.appendFile(folder + '/turns', what + ' ' + process.pid + '\\n');
  await note('begin'); held(); await fs.readdir(folder); await note('end');`;

async function kill({ process: child, ended }: LockProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Counts the turns that began and ended with nothing between. */
async function wholeTurns(): Promise<{ readonly count: number; readonly isInterleaved: boolean }> {
  const lines = (await readFile(join(folder, 'turns'), 'utf8')).trim().split('\n');
  let count = 0;
  let isInterleaved = false;
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('end')) continue;
    count++;
    if (lines[index - 1] !== line.replace('end', 'begin')) isInterleaved = true;
  }
  return { count, isInterleaved };
}

test('processes that wait for a killed holder get the lock one after the other', { timeout: 60_000 }, async () => {
  for (let round = 0; round < 3; round++) {
    const holder = await startUnderLock(folder, holdForEver);
    await holder.held;
    const takers = await Promise.all(Array.from({ length: 4 }, () => startUnderLock(folder, takeTurn)));

    await kill(holder);

    expect(await Promise.all(takers.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
  }
  expect(await wholeTurns()).toEqual({ count: 12, isInterleaved: false });
});

test('processes that are killed while they take over do not block the lock', { timeout: 60_000 }, async () => {
  const takers = await Promise.all(Array.from({ length: 6 }, () => startUnderLock(folder, takeTurn)));
  // Each process is killed as soon as it has the lock; chance decides which of them finish their turn.
  await Promise.all(
    takers.slice(1).map(async (taker) => {
      await Promise.race([taker.held, taker.ended]);
      await kill(taker);
    }),
  );

  expect(await takers[0]!.ended).toBe(0);
  expect(await withLock(folder, () => Promise.resolve('free'))).toBe('free');
  expect((await wholeTurns()).isInterleaved).toBe(false);
});

async function hostWeather(history: History) {
  const { folder: plugin, remove } = await newPluginFolder();
  await writeBuiltPlugin(plugin, { tools: { a: "return 'one';" } });
  const failures: unknown[] = [];
  const host = await hostPlugin(withHistory(folderSource(plugin), history, 'weather'), {
    watch: true,
    readTimeoutMs: 5_000,
    onEvent: (event) => event.kind === 'origin-failed' && failures.push(event.error),
  });
  closing.push(
    () => host.close(),
    () => history.close(),
    remove,
  );
  return { host, plugin, failures };
}

test(
  'a plugin serves and swaps while another process holds the lock, and its builds are recorded later',
  { timeout: 60_000 },
  async () => {
    const holder = await startUnderLock(folder, holdForEver);
    await holder.held;
    const history = openHistory(folder, stateStore(folder));
    const { host, plugin, failures } = await hostWeather(history);
    const first = host.serving!.manifestCid;

    await writeBuiltPlugin(plugin, { tools: { a: "return 'two';" } });
    await expect.poll(() => callText(host, 'a')).toBe('two');
    const second = host.serving!.manifestCid;
    const whileHeld = await history.list();
    await kill(holder);

    await expect
      .poll(async () => (await history.read('weather')).generations.map((it) => it.manifestCid), { timeout: 10_000 })
      .toEqual([second, first]);
    expect([whileHeld, failures]).toEqual([[], []]);
  },
);

test('an empty lock file does not keep a plugin from serving', async () => {
  await writeFile(join(folder, '.lock'), '');
  const history = openHistory(folder, stateStore(folder));

  const { host } = await hostWeather(history);

  expect(await callText(host, 'a')).toBe('one');
  await rm(join(folder, '.lock'));
});
