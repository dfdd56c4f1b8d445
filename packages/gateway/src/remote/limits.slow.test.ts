/** The time limits of an upstream server besides those of its calls; each is reached once. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { JsonObject } from '@sigil/core';
import { latestLegacyRevision } from '@sigil/core/internal';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isRunning } from '../shell/shell.test-support.js';
import { openRemote } from './open-remote.js';
import type { RemoteServer } from './remote-server.js';
import { listen } from '@sigil/test-support/upstream-servers';

const late = 'the server took too long';
const lateList = `tools/list: ${late}`;
const patient = { timeout: 30_000, interval: 10 };

function open(configuration: JsonObject): { remote: RemoteServer; problems: string[]; notes: string[] } {
  const problems: string[] = [];
  const notes: string[] = [];
  const remote = openRemote(configuration, {
    name: 'up',
    client: { name: 'sigil', version: '0' },
    onProblem: (why) => problems.push(why),
    onNote: (note) => notes.push(note),
  });
  onTestFinished(() => remote.close());
  return { remote, problems, notes };
}

/** Opens a legacy upstream with one tool, which counts and may stay silent. */
async function openCounting(isSilent: (method: string) => boolean, tools: JsonObject = {}) {
  const counts: Record<string, number> = {};
  const results: Readonly<Record<string, JsonObject>> = {
    initialize: {
      protocolVersion: latestLegacyRevision.date,
      capabilities: { tools },
      serverInfo: { name: 'hand', version: '1' },
    },
    'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
    ping: {},
  };
  const { url } = await listen((request, response, body) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { id?: number; method: string };
    if (id === undefined) return response.writeHead(202).end();
    counts[method] = (counts[method] ?? 0) + 1;
    if (isSilent(method)) return undefined;
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] ?? {} }));
  });
  return { url, counts };
}

function namesOf({ source }: RemoteServer): string[] {
  return source.current().tools.map(({ definition }) => definition.name);
}

test('an upstream that accepts the connection and stays silent fails after connectTimeoutMs', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  onTestFinished(() => void silent.close());
  const { port } = silent.address() as AddressInfo;

  const { remote, problems } = open({ url: `http://127.0.0.1:${port}/mcp`, connectTimeoutMs: 100 });
  await remote.ready;

  expect(remote.status.state).toBe('failed');
  expect(problems).toEqual([late]);
});

test('reading a list times out after listTimeoutMs, and the previous lists stay', async () => {
  let isSilent = false;
  const { url } = await openCounting((method) => isSilent && method === 'tools/list');

  const { remote, problems } = open({ url, protocol: 'legacy', listTimeoutMs: 1_000, healthMs: 100 });
  await vi.waitFor(() => expect(namesOf(remote)).toEqual(['look']), patient);
  isSilent = true;
  await vi.waitFor(() => expect(problems).toContain(lateList), patient);

  expect(remote.status.state).toBe('degraded');
  expect(namesOf(remote)).toEqual(['look']);
});

test.each([
  ['reads of its lists', {}, 'tools/list', lateList],
  ['pings, if it announces changed lists', { listChanged: true }, 'ping', late],
])(
  'an idle upstream is health-checked with %s, and degraded until it answers again',
  async (_how, tools, method, why) => {
    let isGone = false;
    const { url, counts } = await openCounting((asked) => isGone && asked !== 'initialize', tools);
    const times = { healthMs: 100, connectTimeoutMs: 2_000, listTimeoutMs: 2_000 };

    const { remote, problems } = open({ url, protocol: 'legacy', ...times });
    await remote.ready;
    const before = counts[method] ?? 0;
    await vi.waitFor(() => expect(counts[method]).toBeGreaterThan(before + 2), patient);
    const healthy = { state: remote.status.state, problems: [...problems] };
    isGone = true;
    await vi.waitFor(() => expect(remote.status.state).toBe('degraded'), patient);
    const { lastError } = remote.status;
    const kept = namesOf(remote);
    isGone = false;

    expect(healthy).toEqual({ state: 'serving', problems: [] });
    expect(lastError?.message).toBe(why);
    expect(problems).toEqual([why]);
    expect(kept).toEqual(['look']);
    await vi.waitFor(() => expect(remote.status.state).toBe('serving'), patient);
  },
);

test('a program that ignores the end of its input and SIGTERM is killed after killGraceMs', async () => {
  const stubborn = `
    process.on('SIGTERM', () => process.stderr.write('asked to end\\n'));
    process.stdin.on('end', () => process.stderr.write('input ended\\n')).resume();
    process.stderr.write('pid ' + process.pid + '\\n');
    setInterval(() => undefined, 1_000);`;
  const { remote, notes } = open({
    command: process.execPath,
    args: ['-e', stubborn],
    killGraceMs: 1_500,
    connectTimeoutMs: 60_000,
  });
  await vi.waitFor(() => expect(notes[0]).toMatch(/^pid \d+$/), patient);
  const pid = Number(notes[0]!.slice('pid '.length));
  expect(isRunning(pid)).toBe(true);

  await remote.close();

  expect(isRunning(pid)).toBe(false);
  await vi.waitFor(() => expect(notes.slice(1)).toEqual(['input ended', 'asked to end']), patient);
});
