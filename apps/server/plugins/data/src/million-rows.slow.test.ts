import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DuckDbEngine } from './duckdb-engine.js';
import { readModel } from './read-model.js';

const rowCount = 1_000_000;
/** Node 24 collects later: the same run grows by 25 or by 75. A row that stayed would cost a hundred bytes at least. */
const mostGrownMib = 96;
const modelText = `
sources:
  rows:
    table: { csv: rows.csv }
    columns: { id: INTEGER, name: VARCHAR }
    dimensions: { id: {}, name: {} }
`;

const program = join(import.meta.dirname, '../../../dist/main.js');
let folder: string;
let server: { readonly url: string; readonly process: ChildProcess };

/** The bundled server, built, on a free port. */
async function startServer(config: string): Promise<typeof server> {
  const args = [program, '--port', '0', '--state', join(folder, 'state'), '--config', config];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, MCP_FOLLOW: 'false' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(child.stdout)) {
    const [, url] = /serves on (http:\S+)/.exec(line) ?? [];
    if (url !== undefined) return { url, process: child };
  }
  throw new Error('the server ended before it served; is it built?');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-rows-'));
  const lines = Array.from({ length: rowCount }, (_, id) => `${id},name of row ${id}`);
  await writeFile(join(folder, 'rows.csv'), `id,name\n${lines.join('\n')}\n`);
  await writeFile(join(folder, 'rows.yaml'), modelText);
  const config = join(folder, 'sigil.config.json');
  await writeFile(config, JSON.stringify({ plugins: { data: { configuration: { models: folder } } } }));
  server = await startServer(config);
}, 60_000);
afterAll(async () => {
  const ended = once(server.process, 'exit');
  server.process.kill();
  await ended;
  await rm(folder, { recursive: true });
});

/** Calls the tool `stream`, and listens. */
async function openStream(): Promise<IncomingMessage> {
  const sent = request(`${server.url}/mcp/data`, {
    method: 'POST',
    agent: false,
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'stream',
    },
  });
  const _meta = {
    progressToken: 1,
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'stream', arguments: { source: 'rows', dimensions: ['id', 'name'] }, _meta };
  sent.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

interface Heard {
  readonly method?: string;
  readonly params?: { readonly message?: string };
  readonly result?: unknown;
}

async function leaveAfterFirst(response: IncomingMessage): Promise<void> {
  const heard = messagesOf(response);
  expect((await heard.next()).value).toMatchObject({ method: 'notifications/progress' });
  await heard.return(undefined);
  // Leaving the lines only pauses the response: its error when the server ends would be nobody's to catch.
  response.destroy();
}

async function* messagesOf(response: IncomingMessage): AsyncGenerator<Heard> {
  for await (const line of createInterface(response)) {
    if (line.startsWith('data: ')) yield JSON.parse(line.slice(6)) as Heard;
  }
}

/** The process that the plugin runs in. */
function pluginProcess(): number {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return new RegExp(`\\) \\S ${server.process.pid} `).test(readFileSync(`/proc/${name}/stat`, 'utf8'));
    } catch {
      return false;
    }
  });
  const [pid] = children.filter((name) => readFileSync(`/proc/${name}/maps`, 'utf8').includes('duckdb'));
  if (pid === undefined) throw new Error('no process of the server has DuckDB in it');
  return Number(pid);
}

function mibOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const [, kib = ''] = new RegExp(`${which}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1_024;
}

/** CPU time in ticks of a hundredth of a second. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

test('a million rows arrive over an event stream, in order, and memory stays flat', async () => {
  // Loads the data.
  await leaveAfterFirst(await openStream());
  const startedAt = performance.now();
  let firstMs = 0;
  let next = 0;
  let result: unknown;
  let before: readonly [number, number] | undefined;
  for await (const { params, result: last } of messagesOf(await openStream())) {
    firstMs ||= performance.now() - startedAt;
    result ??= last;
    for (const line of params?.message?.split('\n') ?? []) {
      if (line !== `[${next},"name of row ${next}"]`) throw new Error(`expected row ${next}, got ${line}`);
      next++;
    }
    if (next < rowCount / 10 || before) continue;
    // What is loaded once is loaded by now; from here on the peak counts.
    for (const pid of [server.process.pid!, pluginProcess()]) writeFileSync(`/proc/${pid}/clear_refs`, '5');
    before = [mibOf(server.process.pid!, 'VmRSS'), mibOf(pluginProcess(), 'VmRSS')];
  }
  const endedAt = performance.now();
  const [ofServer = 0, ofPlugin = 0] = before ?? [];
  const grown = [mibOf(server.process.pid!, 'VmHWM') - ofServer, mibOf(pluginProcess(), 'VmHWM') - ofPlugin].map(
    Math.round,
  );

  const engineMs = await firstRowOfEngine();
  process.stdout.write(
    `${next} rows in ${Math.round(endedAt - startedAt)} ms; first after ${Math.round(firstMs)} ms, ` +
      `the engine's own after ${Math.round(engineMs)} ms; grown by ${grown.join(' and ')} MiB (server, plugin)\n`,
  );
  expect(next).toBe(rowCount);
  expect(result).toMatchObject({ structuredContent: { rowCount, limit: { reached: false } } });
  for (const mib of grown) expect(mib).toBeLessThan(mostGrownMib);
}, 120_000);

/** Of a database in this process that is loaded. */
async function firstRowOfEngine(): Promise<number> {
  const model = await readModel(join(folder, 'rows.yaml'));
  const engine = await DuckDbEngine.open(model, { maxMemoryMb: 512, threads: 2, queryTimeoutMs: 60_000 });
  const startedAt = performance.now();
  const { signal } = new AbortController();
  const sql = 'SELECT id, name FROM rows GROUP BY id, name ORDER BY id, name';
  for await (const { rows } of engine.stream({ sql, signal })) if (rows.length > 0) break;
  const firstMs = performance.now() - startedAt;
  engine.close();
  return firstMs;
}

test('a caller that disconnects stops its query and frees the engine', async () => {
  const response = await openStream();
  await once(response, 'data');
  response.destroy();
  const pid = pluginProcess();

  await vi.waitFor(
    async () => {
      const before = ticksOf(pid);
      await wait(300);
      expect(ticksOf(pid) - before).toBeLessThan(5);
    },
    { timeout: 20_000, interval: 10 },
  );
  await leaveAfterFirst(await openStream());
}, 60_000);
