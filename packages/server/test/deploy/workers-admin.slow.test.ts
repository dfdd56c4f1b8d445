import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openRegistry, publishPlugin } from '@sigil/plugin-host';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { answering, connectModern, startWorkers, textOf, type RunningWorkers } from './workers.test-support.js';

const workers = 3;
const token = 'a-token-of-an-operator';

const source = (version: string): string => `
import { Tool } from '@sigil/core';

declare const process: { readonly pid: number };

export class It {
  /** Says which process answers, and with which build. */
  @Tool()
  async who(): Promise<string> {
    return process.pid + ' ${version}';
  }

  /** Waits for nothing. */
  @Tool()
  async wait(): Promise<void> {
    await new Promise(() => undefined);
  }
}
`;

let first: PluginsFolder;
let second: PluginsFolder;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigil-workers-admin-'));
  [first, second] = [await newPluginsFolder(), await newPluginsFolder()];
  await first.writePlugin('it', source('first'));
  await second.writePlugin('it', source('second'));
  buildPlugins([first, second].map(({ path }) => join(path, 'it')));
});
afterAll(async () => {
  await first.remove();
  await second.remove();
  await rm(root, { recursive: true, force: true });
});
beforeEach(() => {
  vi.stubEnv('MCP_ADMIN_TOKEN', token);
  return () => vi.unstubAllEnvs();
});

interface Running extends RunningWorkers {
  readonly plugins: string;
  readonly publish: (folder: PluginsFolder) => Promise<unknown>;
  /** Over a connection of its own, so that any worker may answer. */
  readonly admin: (method: string, action: string) => Promise<{ readonly status: number; readonly body: unknown }>;
}

async function startProgram(): Promise<Running> {
  const registry = openRegistry(await mkdtemp(join(root, 'registry-')));
  const publish = (from: PluginsFolder): Promise<unknown> => publishPlugin(join(from.path, 'it'), registry);
  await publish(first);
  const [plugins, state] = [await mkdtemp(join(root, 'plugins-')), await mkdtemp(join(root, 'state-'))];
  const flags = ['--plugins', plugins, '--state', state, '--registry', registry.label];
  const running = await startWorkers(workers, flags);
  const admin: Running['admin'] = async (method, action) => {
    const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
    const answer = await fetch(`${running.url}/admin/${action}`, { method, headers });
    return { status: answer.status, body: await answer.json() };
  };
  return { ...running, plugins, publish, admin };
}

test('a rollback reaches every worker, even when MCP_FOLLOW is off', async () => {
  vi.stubEnv('MCP_FOLLOW', 'false');
  const { url, publish, admin } = await startProgram();
  const { client } = await connectModern(url);
  const builds = async (): Promise<readonly string[]> => {
    const answers = [...(await answering(client))].map((it) => it.split(' '));
    expect(new Set(answers.map(([pid]) => pid)).size).toBe(workers);
    return [...new Set(answers.map(([, build]) => build!))];
  };
  expect(await builds()).toEqual(['first']);
  await publish(second);
  await admin('POST', 'reload');
  await vi.waitFor(async () => expect(await builds()).toEqual(['second']), { timeout: 20_000 });

  expect((await admin('POST', 'rollback?server=it')).status).toBe(200);

  await vi.waitFor(async () => expect(await builds()).toEqual(['first']), { timeout: 20_000 });
});

test('no worker serves a removed plugin', async () => {
  const { url, plugins } = await startProgram();
  const served = async (): Promise<readonly string[]> => {
    const health = (await (await fetch(`${url}/healthz`)).json()) as { workers: { plugins: object } };
    return Object.keys(health.workers.plugins);
  };
  await cp(join(first.path, 'it'), join(plugins, 'old'), { recursive: true });
  await vi.waitFor(async () => expect(await served()).toEqual(['it', 'old']), { timeout: 20_000 });

  await rm(join(plugins, 'old'), { recursive: true });

  await vi.waitFor(async () => expect(await served()).toEqual(['it']), { timeout: 20_000 });
});

test('a log level applies to every worker', async () => {
  const { admin } = await startProgram();

  expect(await admin('POST', 'log?module=access&level=silent')).toMatchObject({ body: { access: 'silent' } });

  await vi.waitFor(
    async () => {
      const levels = await Promise.all(Array.from({ length: workers * 2 }, () => admin('GET', 'log')));
      expect(levels.map(({ body }) => body)).toEqual(
        Array(workers * 2).fill(expect.objectContaining({ access: 'silent' })),
      );
    },
    { timeout: 20_000 },
  );
});

test('a worker that starts later uses the log levels that were set', async () => {
  const { process: primary, admin, output } = await startProgram();
  await admin('POST', 'log?module=access&level=silent');

  primary.kill('SIGUSR2');
  await vi.waitFor(() => expect(output()).toContain(`workers all ${workers} were replaced`), { timeout: 30_000 });

  const levels = await Promise.all(Array.from({ length: workers * 2 }, () => admin('GET', 'log')));
  expect(levels.map(({ body }) => (body as { access: string }).access)).toEqual(Array(workers * 2).fill('silent'));
});

test('the dashboard remembers the calls of workers that were replaced', async () => {
  const { url, process: primary, output } = await startProgram();
  const { client } = await connectModern(url);
  await answering(client);
  const counted = async (): Promise<number | undefined> => {
    const view = (await (await fetch(`${url}/dashboard.json`)).json()) as {
      servers: { server: string; components: { name: string; calls: number }[] }[];
    };
    const it = view.servers.find(({ server }) => server === 'it');
    return it?.components.find(({ name }) => name === 'who')?.calls;
  };
  const before = await counted();

  primary.kill('SIGUSR2');
  await vi.waitFor(() => expect(output()).toContain(`workers all ${workers} were replaced`), { timeout: 30_000 });

  expect([before, await counted()]).toEqual([24, 24]);
});

test('a call that holds up a restart can be ended', async () => {
  const { url, process: primary, admin, output } = await startProgram();
  const { client } = await connectModern(url);
  await answering(client);
  const waiting = Array.from({ length: workers * 2 }, () => textOf(client, 'wait'));
  const running = async (): Promise<readonly string[]> => {
    const view = (await (await fetch(`${url}/dashboard.json`)).json()) as { running: { id: string }[] };
    return view.running.map(({ id }) => id);
  };
  await vi.waitFor(async () => expect(await running()).toHaveLength(waiting.length), { timeout: 10_000 });
  const ids = await running();

  primary.kill('SIGUSR2');
  // The first worker ends once its calls have, beside its successor.
  await vi.waitFor(() => expect(output().match(/^1\| it serves version/gm)).toHaveLength(2), { timeout: 20_000 });
  const cancelled = await Promise.all(ids.map((id) => admin('POST', `cancel?call=${id}`)));

  expect(cancelled.map(({ status }) => status)).toEqual(ids.map(() => 200));
  for (const text of await Promise.all(waiting)) expect(text).toContain('an operator cancelled it');
});
