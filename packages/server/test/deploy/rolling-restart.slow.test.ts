import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { verifyAudit } from '@sigil/observe';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  answering,
  connectBusy,
  connectModern,
  startLoad,
  startWorkers,
  textOf,
  type RunningWorkers,
} from './workers.test-support.js';

const source = `
import { Tool } from '@sigil/core';

declare const process: { readonly pid: number; readonly env: Record<string, string | undefined> };
declare function setTimeout(run: () => void, ms: number): unknown;

export class It {
  async start(): Promise<void> {
    await new Promise<void>((resolve) => setTimeout(resolve, Number(process.env['START_MS'] ?? 0)));
  }

  /** Says which process answers. */
  @Tool()
  async who(): Promise<string> {
    return String(process.pid);
  }

  /** Answers long after the worker was replaced. */
  @Tool()
  async later(): Promise<string> {
    await new Promise<void>((resolve) => setTimeout(resolve, 8_000));
    return String(process.pid);
  }
}
`;

let plugins: PluginsFolder;
beforeAll(async () => {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('it', source);
  buildPlugins([join(plugins.path, 'it')]);
});
afterAll(() => plugins.remove());

interface Restarted extends RunningWorkers {
  /** Where nothing else is written. */
  readonly folder: string;
  readonly configure: (settings: object) => Promise<void>;
  /** Asks for a restart, and waits for a line of the log that was not there before. */
  readonly restart: (until: RegExp, timeout?: number) => Promise<void>;
}

/** Two workers with a configuration file. */
async function startTwo(settings: (folder: string) => object = () => ({})): Promise<Restarted> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-restart-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'sigil.config.json');
  const configure = (wanted: object): Promise<void> => writeFile(file, JSON.stringify(wanted));
  await configure(settings(folder));
  const flags = ['--plugins', plugins.path, '--state', join(folder, 'state'), '--config', file];
  const running = await startWorkers(2, flags);
  const restart = async (until: RegExp, timeout = 60_000): Promise<void> => {
    const before = running.output().length;
    running.process.kill('SIGUSR2');
    await vi.waitFor(() => expect(running.output().slice(before)).toMatch(until), { timeout });
  };
  return { ...running, folder, configure, restart };
}

async function childrenOf(pid: number | undefined): Promise<readonly string[]> {
  const pids = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return pids.split(' ').filter((it) => it !== '');
}

const allReplaced = /workers all 2 were replaced/;

function setEnvironment(variables: Record<string, string>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
}

test('a restart with an invalid configuration stops, keeps every worker, and can be retried', async () => {
  const { url, configure, restart, output } = await startTwo();
  const { client } = await connectModern(url);
  const old = await answering(client);

  await configure({ dashbord: false });
  await restart(/dashbord/);
  await configure({ dashboard: false });
  await wait(2_500);

  expect(await answering(client)).toEqual(old);
  expect(output()).toContain('the successor of worker 1 has ended with code 2 before it served');
  expect(output()).toContain('the restart has stopped; the earlier configuration stays with worker 1, worker 2');
  expect(output()).not.toContain('takes its place');
  const health = (await (await fetch(`${url}/healthz`)).json()) as object;
  expect(health).toMatchObject({ workers: { workers: 2, serving: 2, plugins: { it: { workers: 2 } } } });

  await restart(allReplaced);

  const now = await answering(client);
  expect([now.size, [...now].filter((pid) => old.has(pid))]).toEqual([2, []]);
  const pages = await Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/dashboard`)));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([404]));
}, 90_000);

test('two restarts at once run one after the other', async () => {
  const { url, process: primary, output } = await startTwo();
  const { client } = await connectModern(url);
  const old = await answering(client);

  primary.kill('SIGUSR2');
  await wait(300);
  primary.kill('SIGUSR2');

  const replaced = (): number => output().match(/workers all 2 were replaced/g)?.length ?? 0;
  await vi.waitFor(() => expect(replaced()).toBe(2), { timeout: 60_000 });
  expect(output()).toMatch(/another restart follows the one that runs[^]*all 2 were replaced/);
  const now = await answering(client);
  expect([now.size, [...now].filter((pid) => old.has(pid))]).toEqual([2, []]);
}, 90_000);

test.each([
  [1, 'its successor takes its place'],
  [2, 'another one takes its place in 100 ms'],
])(
  'a restart completes when worker %i is killed while the first successor starts',
  async (number, told) => {
    setEnvironment({ START_MS: '1500' });
    const { url, restart, output, process: primary } = await startTwo();
    const { client } = await connectModern(url);
    // The first worker starts alone, so its process is the older one.
    const old = [...(await answering(client))].map(Number).toSorted((a, b) => a - b);
    const before = await childrenOf(primary.pid);

    const restarted = restart(allReplaced);
    await vi.waitFor(async () => expect(await childrenOf(primary.pid)).toHaveLength(before.length + 1), 20_000);
    process.kill(old[number - 1]!, 'SIGKILL');
    await restarted;

    expect(output()).toContain(`worker ${number} has ended by SIGKILL; ${told}`);
    const { client: later } = await connectModern(url);
    // A worker that was started twice would serve by now.
    await wait(4_000);
    const now = await answering(later);
    expect([now.size, [...now].filter((pid) => old.includes(Number(pid)))]).toEqual([2, []]);
  },
  90_000,
);

test('audit trails stay whole and complete after restarts under load and a killed worker', async () => {
  const {
    url,
    folder,
    restart,
    process: primary,
    ended,
    output,
  } = await startTwo((at) => ({
    auditFile: join(at, 'audit.jsonl'),
    auditMode: 'strict',
  }));
  const { client } = await connectModern(url);
  const load = await startLoad(url);

  await restart(allReplaced);
  await restart(allReplaced);
  const calls = await load.end();
  const [pid] = await answering(client);
  process.kill(Number(pid), 'SIGKILL');
  await vi.waitFor(() => expect(output()).toMatch(/worker \d serves again/), { timeout: 20_000 });
  await answering(client);
  primary.kill('SIGTERM');
  await ended;

  const files = readdirSync(folder).filter((name) => name.startsWith('audit'));
  const checks = await Promise.all(files.map((name) => verifyAudit(join(folder, name))));
  expect(checks.filter(({ isWhole }) => !isWhole)).toEqual([]);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  expect(texts.join('').match(/"event":"call-ended"/g)).toHaveLength(calls + 48);
  expect(files.toSorted()).toEqual(['audit.jsonl', 'audit.jsonl.2', 'audit.jsonl.3']);
}, 120_000);

test('a call that runs while its worker is replaced is answered, and so is the next one of its client', async () => {
  const { url, restart } = await startTwo();
  const client = await connectBusy(url, 8);
  const old = await answering(client);
  const answers = Promise.all(
    Array.from({ length: 8 }, async () => [await textOf(client, 'later'), await textOf(client, 'who')]),
  );

  await restart(allReplaced);

  expect(new Set((await answers).map(([pid]) => pid))).toEqual(old);
}, 90_000);

test('open dashboards end at once, and do not hold a restart up', async () => {
  // Each worker would wait this long for a stream that does not end, which is longer than the restart may take.
  const { url, restart } = await startTwo(() => ({ closeGraceMs: 600_000 }));
  const looks = await Promise.all([1, 2].map(() => fetch(`${url}/dashboard/events`)));
  const ends = Promise.all(looks.map((look) => look.text()));

  await restart(allReplaced);

  expect((await ends).every((text) => text.startsWith('data: '))).toBe(true);
}, 90_000);
