import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { openRegistry, publishPlugin } from '@sigil/plugin-host';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { DashboardData } from '@sigil/console';
import {
  answering,
  connectModern,
  startLoad,
  startWorkers,
  textOf,
  type RunningWorkers,
} from './workers.test-support.js';

const program = fileURLToPath(new URL('../../bin/sigil-server.mjs', import.meta.url));
const workers = 3;

const source = (more: string): string => `
import { Tool, type Context } from '@sigil/core';

declare const process: { readonly pid: number };

export class It {
  /** Says which process answers. */
  @Tool()
  async who(): Promise<string> {
    return String(process.pid);
  }

  /** Waits for nothing. */
  @Tool()
  async wait(): Promise<void> {
    await new Promise(() => undefined);
  }

  /** Asks, wherever the answer arrives. */
  @Tool()
  async ask(context: Context): Promise<string> {
    const answer = await context.elicit<{ sure: boolean }>('Sure?');
    return answer.action;
  }
${more}}
`;

let before: PluginsFolder;
let after: PluginsFolder;
let broken: PluginsFolder;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sigil-workers-'));
  [before, after, broken] = [await newPluginsFolder(), await newPluginsFolder(), await newPluginsFolder()];
  await broken.writePlugin('it', source('\n  start(): void {\n    throw new Error("no");\n  }\n'));
  await before.writePlugin('it', source(''));
  await after.writePlugin('it', source('\n  /** Is new. */\n  @Tool()\n  added(): string {\n    return "1";\n  }\n'));
  buildPlugins([before, after, broken].map(({ path }) => join(path, 'it')));
});
afterAll(async () => {
  await before.remove();
  await after.remove();
  await broken.remove();
  await rm(root, { recursive: true, force: true });
});

interface Running extends RunningWorkers {
  readonly publish: (folder: PluginsFolder) => Promise<unknown>;
}

/** The program with a registry of its own. */
async function startProgram(): Promise<Running> {
  const registry = openRegistry(await mkdtemp(join(root, 'registry-')));
  const publish = (folder: PluginsFolder): Promise<unknown> => publishPlugin(join(folder.path, 'it'), registry);
  await publish(before);
  const [plugins, state] = [await mkdtemp(join(root, 'plugins-')), await mkdtemp(join(root, 'state-'))];
  const flags = ['--plugins', plugins, '--state', state, '--registry', registry.label];
  return { ...(await startWorkers(workers, flags)), publish };
}

async function connectLegacy(url: string): Promise<{ client: LegacyClient; heard: () => number }> {
  let heard = 0;
  const client = new LegacyClient({ name: 'legacy', version: '1' }, { capabilities: { elicitation: {} } });
  client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept' as const, content: { sure: true } }));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void heard++);
  await client.connect(new LegacyTransport(new URL(`${url}/mcp/it`)) as never);
  onTestFinished(() => client.close());
  return { client, heard: () => heard };
}

test('every worker serves one legacy session, including elicitation', async () => {
  const { url } = await startProgram();
  const { client } = await connectLegacy(url);
  const { client: modern } = await connectModern(url);

  const asked = await Promise.all(Array.from({ length: 12 }, () => textOf(client, 'ask')));
  const askedModern = await Promise.all(Array.from({ length: 12 }, () => textOf(modern, 'ask')));

  expect((await answering(client)).size).toBe(workers);
  expect((await answering(modern)).size).toBe(workers);
  expect(new Set([...asked, ...askedModern])).toEqual(new Set(['accept']));
});

test('a worker that is killed is replaced, and its sessions go on', async () => {
  const { url, output } = await startProgram();
  const { client } = await connectLegacy(url);
  const pids = await answering(client);

  process.kill(Number([...pids][0]), 'SIGKILL');

  await vi.waitFor(() => expect(output()).toMatch(/worker \d serves again/), { timeout: 20_000 });
  expect(output()).toMatch(/worker \d has ended by SIGKILL; another one takes its place in 100 ms/);
  // Which worker gets a connection is the system's choice.
  const now = new Set<string>();
  await vi.waitFor(async () => {
    for (const pid of await answering(client)) now.add(pid);
    expect(now.size).toBe(workers);
  }, 20_000);
  expect(now.has([...pids][0]!)).toBe(false);
});

test('every worker swaps in a publication, each client is notified once, and log, health and page show it', async () => {
  const { url, output, publish } = await startProgram();
  const clients = [
    ...(await Promise.all([1, 2, 3].map(() => connectLegacy(url)))),
    await connectModern(url),
    await connectModern(url),
  ];
  for (const { client } of clients) await answering(client);

  await publish(after);

  await vi.waitFor(() => expect(output()).toContain(`it ${workers} of ${workers} swapped`), { timeout: 20_000 });
  await vi.waitFor(() => expect(clients.map((it) => it.heard())).toEqual([1, 1, 1, 1, 1]), { timeout: 20_000 });
  expect(await textOf(clients[0]!.client, 'added')).toBe('1');
  await vi.waitFor(async () => {
    const health = (await (await fetch(`${url}/healthz`)).json()) as Record<string, unknown>;
    expect(health).toMatchObject({
      status: 'ok',
      workers: { workers, serving: workers, plugins: { it: { workers } } },
    });
  }, 20_000);
  const page = await fetch(`${url}/mcp/meta/it`, { headers: { Accept: 'text/html' } });
  expect(await page.text()).toContain(`all ${workers} serve it`);
  expect(clients.map((it) => it.heard())).toEqual([1, 1, 1, 1, 1]);
});

test('a staggered publication reaches every worker, and only one worker tries a broken one', async () => {
  vi.stubEnv('MCP_ROLLOUT', 'staggered');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url, output, publish } = await startProgram();
  const { client } = await connectModern(url);
  await answering(client);

  await publish(after);
  await vi.waitFor(() => expect(output()).toContain(`it ${workers} of ${workers} swapped`), { timeout: 20_000 });
  await publish(broken);

  await vi.waitFor(() => expect(output().match(/stays at its build/g)).toHaveLength(workers - 1), { timeout: 20_000 });
  expect(output().match(/worker \d refuses the build/g)).toHaveLength(1);
  expect(output()).toContain(`it 1 of ${workers} swapped`);
  expect(await textOf(client, 'added')).toBe('1');
});

test('metrics from any worker cover all workers', async () => {
  vi.stubEnv('MCP_METRICS', 'true');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url } = await startProgram();
  const { client } = await connectModern(url);
  expect((await answering(client)).size).toBe(workers);

  const scraped = await (await fetch(`${url}/metrics`)).text();

  const calls = [
    ...scraped.matchAll(/^mcp_server_operation_duration_seconds_count\{worker="(\d)".*name="who".* (\d+)$/gm),
  ];
  expect(new Set(calls.map(([, worker]) => worker)).size).toBe(workers);
  expect(calls.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(24);
  expect(scraped.match(/^# TYPE mcp_server_operation_duration_seconds /gm)).toHaveLength(1);
});

test('any worker shows the running calls of all workers and can cancel them', async () => {
  vi.stubEnv('MCP_ADMIN_TOKEN', 'a-token-of-an-operator');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url } = await startProgram();
  const { client } = await connectModern(url);
  expect((await answering(client)).size).toBe(workers);
  const waiting = Array.from({ length: workers * 2 }, () => textOf(client, 'wait'));
  const read = async (): Promise<DashboardData> =>
    (await (await fetch(`${url}/dashboard.json`)).json()) as DashboardData;
  await vi.waitFor(async () => expect((await read()).running).toHaveLength(waiting.length), { timeout: 10_000 });

  const view = await read();
  const cancelled = await Promise.all(
    view.running.map(async ({ id }) => {
      const asked = {
        method: 'POST',
        headers: { Authorization: 'Bearer a-token-of-an-operator', Connection: 'close' },
      };
      return (await fetch(`${url}/admin/cancel?call=${id}`, asked)).status;
    }),
  );

  const [it] = view.servers;
  expect(it!.components).toContainEqual(expect.objectContaining({ name: 'who', calls: 24 }));
  expect(new Set(view.running.map(({ id }) => id.split('-')[0])).size).toBeGreaterThan(1);
  expect(new Set(cancelled)).toEqual(new Set([200]));
  for (const text of await Promise.all(waiting)) expect(text).toContain('an operator cancelled it');
});

test('all workers are replaced without a failed call', async () => {
  const { url, process: primary, output } = await startProgram();
  const { client } = await connectModern(url);
  const old = await answering(client);
  const load = await startLoad(url);

  primary.kill('SIGUSR2');

  await vi.waitFor(() => expect(output()).toContain(`workers all ${workers} were replaced`), { timeout: 60_000 });
  const calls = await load.end();
  const now = await answering(client);
  expect([now.size, [...now].filter((pid) => old.has(pid))]).toEqual([workers, []]);
  expect(calls).toBeGreaterThan(20);
}, 90_000);

test('a stop ends every worker', async () => {
  const { url, process: primary, ended } = await startProgram();
  const { client } = await connectModern(url);
  const pids = await answering(client);

  primary.kill('SIGTERM');

  expect(await ended).toEqual([0, null]);
  for (const pid of pids) expect(() => process.kill(Number(pid), 0)).toThrow('ESRCH');
});

test.each([100, 300, 600])('a stop %i ms after the start ends the program too', async (ms) => {
  const [plugins, state] = [await mkdtemp(join(root, 'plugins-')), await mkdtemp(join(root, 'state-'))];
  const args = [program, '--plugins', plugins, '--state', state, '--port', '0', '--workers', '3'];
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise((resolve) => setTimeout(resolve, ms));

  child.kill('SIGTERM');

  // Before it listens to signals, a process ends by them.
  expect([
    [0, null],
    [null, 'SIGTERM'],
  ]).toContainEqual(await ended);
});

test('workers end with their primary', async () => {
  const { url, process: primary } = await startProgram();
  const { client } = await connectModern(url);
  const pids = [...(await answering(client))];

  primary.kill('SIGKILL');

  await vi.waitFor(() => expect(pids.map((pid) => isThere(Number(pid)))).toEqual(pids.map(() => false)), {
    timeout: 10_000,
  });
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a configuration mistake is reported once and ends the program', async () => {
  const args = [
    program,
    '--config',
    join(root, 'nowhere.json'),
    '--port',
    '0',
    '--workers',
    '3',
    '--state',
    join(root, 'x'),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk) => (text += String(chunk)));

  const [code] = (await once(child, 'exit')) as [number];

  expect(code).toBe(2);
  expect(text.match(/nowhere/g)).toHaveLength(1);
});
