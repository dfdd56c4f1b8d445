/** Upstream servers that die, hang and come back, as real processes: the calls that ran, their answers, and the leftovers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@sigil/core';
import { createEngine, latestLegacyRevision } from '@sigil/core/engine';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isRunning } from '../../shell/shell.test-support.js';
import { openRemote } from '../open-remote.js';
import type { RemoteServer } from '../remote-server.js';
import { programOf } from '../upstreams.test-support.js';

const program = fileURLToPath(new URL('../../../test/upstreams/counting-upstream.mjs', import.meta.url));
const patient = { timeout: 30_000, interval: 20 };

interface Counting {
  readonly url: string;
  start(): Promise<void>;
  /** Kills it, as a crash does. */
  kill(): Promise<void>;
  /** Returns the calls that ran in any of its processes. */
  ran(): Promise<readonly string[]>;
}

async function openCounting(dyingCall = 0): Promise<Counting> {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-counting-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'calls');
  await writeFile(file, '');
  const port = await freePort();
  let child: ChildProcess | undefined;
  const counting: Counting = {
    url: `http://127.0.0.1:${port}/mcp`,
    async start() {
      child = spawn(process.execPath, [program, String(port), file, String(dyingCall)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout!, 'data');
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    ran: async () => (await readFile(file, 'utf8')).split('\n').filter((line) => line !== ''),
  };
  await counting.start();
  onTestFinished(() => counting.kill());
  return counting;
}

async function listenSilently(): Promise<{ port: number; server: Server }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, server };
}

async function freePort(): Promise<number> {
  const { port, server } = await listenSilently();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

interface Opened {
  readonly remote: RemoteServer;
  readonly client: McpClient;
}

async function open(name: string, configuration: JsonObject, onNote?: (note: string) => void): Promise<Opened> {
  const remote = openRemote(configuration, {
    name,
    client: { name: 'sigil', version: '0' },
    ...(onNote ? { onNote } : {}),
  });
  onTestFinished(() => remote.close());
  await remote.ready;
  const client = await connectInMemory(createEngine({ info: { name: 'gate', version: '1' }, source: remote.source }), {
    revision: latestLegacyRevision.date,
  });
  onTestFinished(() => client.close());
  return { remote, client };
}

async function succeeds({ client }: Opened, name: string, id: number): Promise<boolean> {
  const { isError } = (await client.callTool(name, { id })) as { isError?: boolean };
  return isError !== true;
}

test('of ten thousand calls to a restarting upstream, no write runs twice and every read succeeds', async () => {
  const total = 10_000;
  const upstream = await openCounting();
  const gate = await open('up', { url: upstream.url, protocol: 'legacy' });
  let next = 0;
  let restarts = 0;
  const failed: Record<string, number> = { look: 0, write: 0 };
  const answered = new Set<string>();
  const caller = async (): Promise<void> => {
    while (next < total) {
      const id = next++;
      const name = id % 2 === 0 ? 'look' : 'write';
      if (await succeeds(gate, name, id)) answered.add(`${name} ${id}`);
      else failed[name]!++;
      // Spreads the calls over a dozen restarts.
      await sleep(20);
    }
  };
  const callers = Promise.all(Array.from({ length: 16 }, caller));

  const isGoingOn = (): Promise<boolean> => Promise.race([callers.then(() => false), sleep(500, true)]);
  while (await isGoingOn()) {
    await upstream.kill();
    // Waits longer than all retries may take.
    await sleep(500);
    await upstream.start();
    restarts++;
  }

  const ran = await upstream.ran();
  const writes = ran.filter((line) => line.startsWith('write'));
  process.stdout.write(
    `${total} calls, ${restarts} restarts; reading: ${failed['look']} failed, writing: ${failed['write']} failed, ` +
      `${writes.length - new Set(writes).size} ran twice, ${ran.length - writes.length - total / 2} readings were repeated\n`,
  );
  expect(restarts).toBeGreaterThan(5);
  expect(failed['look']).toBe(0);
  expect(writes.length).toBe(new Set(writes).size);
  expect([...answered].filter((call) => !ran.includes(call))).toEqual([]);
}, 300_000);

test('with a hung, a refusing and a dying upstream, the healthy ones serve and no process is left', async () => {
  const { port: hungPort, server: hung } = await listenSilently();
  onTestFinished(() => void hung.close());
  const limits = { connectTimeoutMs: 5_000, timeoutMs: 20_000 };
  const dying = await openCounting(20);
  const pids: number[] = [];
  const echoPid = `process.stderr.write('pid ' + process.pid + '\\n');`;
  const child = programOf('legacy') as { command: string; args: string[] };
  const childOf = (): JsonObject => ({
    command: child.command,
    args: ['--import', `data:text/javascript,${encodeURIComponent(echoPid)}`, ...child.args],
    ...limits,
    connectTimeoutMs: 30_000,
  });
  const counting = await Promise.all(Array.from({ length: 4 }, () => openCounting()));
  const gates = await Promise.all([
    ...counting.map(({ url }, index) => open(`http-${index}`, { url, ...limits })),
    ...[0, 1, 2].map((index) =>
      open(`program-${index}`, childOf(), (note) => {
        if (/^pid \d+$/.test(note)) pids.push(Number(note.slice(4)));
      }),
    ),
    open('dying', { url: dying.url, protocol: 'legacy', ...limits }),
    open('hung', { url: `http://127.0.0.1:${hungPort}/mcp`, ...limits, connectTimeoutMs: 1_000 }),
    open('refusing', { url: `http://127.0.0.1:${await freePort()}/mcp`, ...limits }),
  ]);
  const healthy = gates.slice(0, 4);
  const dead = gates[7]!;
  const listed = gates.filter(({ remote }) => remote.source.current().tools.length > 0);

  const load = Array.from({ length: 40 }, (_, id) => succeeds(dead, 'write', id));
  const served = healthy.flatMap((gate) => Array.from({ length: 50 }, (_, id) => succeeds(gate, 'write', id)));
  const [ofDying, ofHealthy] = await Promise.all([Promise.all(load), Promise.all(served)]);

  expect(listed.length).toBe(8);
  expect(gates.slice(8).map(({ remote }) => remote.status.state)).toEqual(['failed', 'failed']);
  expect(ofHealthy.every(Boolean)).toBe(true);
  expect(ofDying.includes(false)).toBe(true);
  const ran = await dying.ran();
  expect(ran.length).toBe(new Set(ran).size);
  expect(new Set(pids).size).toBe(3);
  await Promise.all(gates.map(({ remote }) => remote.close()));
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), patient);
}, 120_000);
