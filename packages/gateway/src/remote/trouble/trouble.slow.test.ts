/** Upstream servers that die, hang and come back, as real processes: the calls that ran, their answers, and the leftovers. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '@sigil/core';
import { createEngine } from '@sigil/core/engine';
import { latestLegacyRevision } from '@sigil/core/internal';
import { connectInMemory, type McpClient } from '@sigil/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isRunning } from '../../shell/shell.test-support.js';
import { openRemote } from '../open-remote.js';
import type { RemoteServer } from '../remote-server.js';
import { textOf } from '../scripted-upstreams.test-support.js';
import { programOf, programPath } from '@sigil/test-support/upstream-servers';

const program = programPath('counting-upstream');
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

async function open(name: string, configuration: JsonObject): Promise<Opened> {
  const remote = openRemote(configuration, { name, client: { name: 'sigil', version: '0' } });
  onTestFinished(() => remote.close());
  await remote.ready;
  const client = await connectInMemory(createEngine({ info: { name: 'gate', version: '1' }, source: remote.source }), {
    revision: latestLegacyRevision.date,
  });
  onTestFinished(() => client.close());
  return { remote, client };
}

/** @returns the text of the answer @throws the text of a failed call, as an error */
async function answerOf({ client }: Opened, name: string, given: JsonObject): Promise<string> {
  const { isError, content } = await client.callTool(name, given);
  const text = textOf({ isError, content });
  if (isError) throw new Error(String(text));
  return String(text);
}

/** `npm run soak:gateway` makes ten thousand. */
const total = Number(process.env['SIGIL_RESTART_CALLS'] ?? 1_000);

test('of all calls to a restarting upstream, no write runs twice and every read succeeds', async () => {
  const callersAtOnce = 16;
  const upstream = await openCounting();
  const gate = await open('up', { url: upstream.url, protocol: 'legacy' });
  let next = 0;
  let restarts = 0;
  const failed: Record<string, string[]> = { look: [], write: [] };
  const answered = new Map<string, string>();
  const caller = async (): Promise<void> => {
    while (next < total) {
      const id = next++;
      const name = id % 2 === 0 ? 'look' : 'write';
      await answerOf(gate, name, { id }).then(
        (text) => answered.set(`${name} ${id}`, text),
        ({ message }: Error) => failed[name]!.push(message),
      );
      // Spreads the calls over several restarts.
      await sleep(20);
    }
  };
  const callers = Promise.all(Array.from({ length: callersAtOnce }, caller));

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
    `${total} calls, ${restarts} restarts; reading: ${failed['look']!.length} failed, writing: ${failed['write']!.length} failed, ` +
      `${writes.length - new Set(writes).size} ran twice, ${ran.length - writes.length - total / 2} readings were repeated\n`,
  );
  expect(restarts).toBeGreaterThan(total / 2_000);
  expect(failed['look']).toEqual([]);
  expect(writes.length).toBe(new Set(writes).size);
  expect(answered.size + failed['write']!.length).toBe(total);
  // A restart breaks at most the write that each caller waits for; the others are sent once it is over.
  expect(failed['write']!.length).toBeLessThanOrEqual(restarts * callersAtOnce);
  expect(failed['write']!.filter((why) => !/^server "up": the connection .* broke/.test(why))).toEqual([]);
  const known = new Set(ran);
  expect([...answered.keys()].filter((call) => !known.has(call))).toEqual([]);
  expect([...answered].filter(([call, text]) => text !== `ran ${call.split(' ')[1]}`)).toEqual([]);
}, 300_000);

test('with a hung, a refusing and a dying upstream, the healthy ones serve and no process is left', async () => {
  const { port: hungPort, server: hung } = await listenSilently();
  onTestFinished(() => void hung.close());
  const limits = { connectTimeoutMs: 5_000, timeoutMs: 20_000 };
  const dying = await openCounting(20);
  const folder = await mkdtemp(join(tmpdir(), 'sigil-programs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pidFiles = [0, 1, 2].map((index) => join(folder, `pids-${index}`));
  const counting = await Promise.all(Array.from({ length: 4 }, () => openCounting()));
  const gates = await Promise.all([
    ...counting.map(({ url }, index) => open(`http-${index}`, { url, ...limits })),
    ...pidFiles.map((file, index) =>
      open(`program-${index}`, { ...programOf('legacy', file), ...limits, connectTimeoutMs: 30_000 }),
    ),
    open('dying', { url: dying.url, protocol: 'legacy', ...limits }),
    open('hung', { url: `http://127.0.0.1:${hungPort}/mcp`, ...limits, connectTimeoutMs: 1_000 }),
    open('refusing', { url: `http://127.0.0.1:${await freePort()}/mcp`, ...limits }),
  ]);
  const [overHttp, programs, dead] = [gates.slice(0, 4), gates.slice(4, 7), gates[7]!];
  // Each program has started another one.
  const pids = (await Promise.all(pidFiles.map((file) => readFile(file, 'utf8')))).flatMap(
    (text) => JSON.parse(text) as number[],
  );
  const running = pids.filter(isRunning);
  const listed = gates.filter(({ remote }) => remote.source.current().tools.length > 0);

  const ids = Array.from({ length: 50 }, (_, id) => id);
  const load = ids.slice(0, 40).map((id) => answerOf(dead, 'write', { id }));
  const [ofDying, ofHttp, ofPrograms] = await Promise.all([
    Promise.allSettled(load),
    Promise.all(overHttp.map((gate) => Promise.all(ids.map((id) => answerOf(gate, 'write', { id }))))),
    Promise.all(programs.map((gate) => Promise.all(ids.map((id) => answerOf(gate, 'echo', { text: `${id}` }))))),
  ]);

  expect(listed).toEqual(gates.slice(0, 8));
  expect(gates.slice(8).map(({ remote }) => remote.status)).toMatchObject([
    { state: 'failed', lastError: { message: 'the server took too long' } },
    { state: 'failed', lastError: { message: 'the server cannot be reached (ECONNREFUSED)' } },
  ]);
  expect(ofHttp).toEqual(overHttp.map(() => ids.map((id) => `ran ${id}`)));
  expect(ofPrograms).toEqual(programs.map(() => ids.map((id) => `echo ${id}`)));
  const reasons = ofDying.flatMap((it) => (it.status === 'rejected' ? [(it.reason as Error).message] : []));
  expect(reasons.length).toBeGreaterThan(0);
  expect(reasons.filter((why) => !why.startsWith('server "dying": '))).toEqual([]);
  const ran = await dying.ran();
  expect(ran.length).toBe(new Set(ran).size);
  expect(new Set(running).size).toBe(6);
  await Promise.all(gates.map(({ remote }) => remote.close()));
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), patient);
}, 120_000);
