/**
 * `npm run bench -- --only workers`: compares the calls answered by the workers of one machine with those of a single process.
 *
 * Calls that compute (Markdown of 4 KB) need little load, so the server gets both cores of a small
 * machine. With calls that do nothing the load needs its own core; then one worker at a time is loaded
 * while the others idle, and their results are added up.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Table from 'cli-table3';
import { HttpConnection, messageIn } from '../serving/load/http-connection.mjs';
import { headersOf, initialize, initialized, messageOf, postOf } from '../serving/load/messages.mjs';
import { cpuMicrosOf, rssMbOf } from '../serving/load/process-cost.mjs';
import { buildWork } from '../serving/served-tools/build-work.mjs';

const connections = 32;
const seconds = Number(process.env['SECONDS'] ?? 5);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const workers = Number(process.env['WORKERS'] ?? 2);
const program = fileURLToPath(new URL('../../../packages/server/bin/sigil-server.mjs', import.meta.url));
const bundled = fileURLToPath(new URL('../../../apps/server/plugins', import.meta.url));
const text = '# A heading\n\nA *paragraph* with [a link](https://example.com) and `code`.\n\n- one\n- two\n\n'.repeat(
  45,
);

const subjects = {
  computing: { plugins: bundled, path: '/mcp/markdown', params: { name: 'convert', arguments: { markdown: text } } },
  quick: {
    plugins: dirname(await buildWork({ tools: 3, progress: false, isAsync: true })),
    path: '/mcp/bench',
    params: { name: 'add', arguments: { a: 1, b: 2 } },
  },
};

/** @typedef {{ subject: keyof typeof subjects, mode: 'modern' | 'legacy', workers: number }} Case */
/** @typedef {{ perSecond: number, workerMicros: readonly number[], primaryMicros: number, loadMicros: number, mb: number }} Measured */

/** @param {Case} measured */
async function startServer({ subject, workers: count }) {
  const state = mkdtempSync(join(tmpdir(), 'sigil-bench-'));
  const { plugins } = subjects[subject];
  const args = ['--plugins', plugins, '--state', state, '--port', '0', '--workers', String(count)];
  const env = { ...process.env, MCP_ACTIVATION: 'onStart', MCP_FOLLOW: 'false' };
  const server = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'], env });
  // Runs also when a measurement fails.
  const endWithUs = () => server.kill();
  process.once('exit', endWithUs);
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const ready = count > 1 ? `workers ${count} of ${count} serve` : 'serves on';
  while (!said.includes(ready)) {
    if (server.exitCode !== null) throw new Error(`the server ended:\n${said}`);
    await sleep(50);
  }
  return {
    port: Number(/serves on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]),
    pid: Number(server.pid),
    async close() {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      process.off('exit', endWithUs);
      rmSync(state, { recursive: true, force: true });
    },
  };
}

/** Returns the processes that serve, and the one that only supervises them. @param {number} pid @param {number} count */
function processesOf(pid, count) {
  if (count === 1) return { serving: [pid], primary: undefined };
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
  return { serving: children, primary: pid };
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** @param {number} port @param {Case} measured */
async function open(port, { mode, subject }) {
  const http = new HttpConnection(port);
  const { path } = subjects[subject];
  // Opened one after the other, so that each worker gets one in turn.
  if (mode === 'modern') await http.send(postOf(...call({ mode, subject, id: 0 }), path));
  if (mode === 'modern') return { http };
  const { rawHead } = await http.send(postOf(initialize, {}, path));
  const session = /\r\nmcp-session-id: ([^\r]+)/i.exec(rawHead)?.[1];
  await http.send(postOf(initialized, headersOf(mode, initialized, session), path));
  return { http, session };
}

/**
 * @param {Pick<Case, 'mode' | 'subject'> & { id: number, session?: string | undefined }} told
 * @returns {[any, Record<string, string>]}
 */
function call({ mode, subject, id, session }) {
  const message = messageOf(mode, { id, method: 'tools/call', params: subjects[subject].params });
  return [message, headersOf(mode, message, session)];
}

/**
 * @param {Case} measured
 * @param {number} [only] the worker to load, while the others idle
 * @returns {Promise<Measured>}
 */
async function measure(measured, only) {
  const server = await startServer(measured);
  const opened = [];
  for (let at = 0; at < connections * measured.workers; at++) opened.push(await open(server.port, measured));
  const { serving, primary } = processesOf(server.pid, measured.workers);
  const still = serving.filter((_, at) => only !== undefined && at !== only);
  for (const pid of still) process.kill(pid, 'SIGSTOP');
  const state = { isOver: false, answers: 0, id: 0 };
  const { path } = subjects[measured.subject];
  const calling = Promise.all(
    opened.map(async ({ http, session }) => {
      while (!state.isOver) {
        const answer = await http.send(postOf(...call({ ...measured, id: ++state.id, session }), path));
        if (messageIn(answer).result?.isError !== false)
          throw new Error(`a wrong answer: ${answer.body.slice(0, 500)}`);
        state.answers += 1;
      }
    }),
  );
  await sleep(2_000);
  const read = () => ({
    atMs: performance.now(),
    answers: state.answers,
    load: process.cpuUsage(),
    serving: serving.map(cpuMicrosOf),
    primary: primary === undefined ? 0 : cpuMicrosOf(primary),
  });
  const before = read();
  await sleep(seconds * 1_000);
  const after = read();
  for (const pid of still) process.kill(pid, 'SIGCONT');
  state.isOver = true;
  await calling;
  const mb = [...serving, ...(primary === undefined ? [] : [primary])].reduce((sum, pid) => sum + rssMbOf(pid), 0);
  for (const { http } of opened) http.close();
  await server.close();
  const answers = after.answers - before.answers;
  const loadMicros = after.load.user + after.load.system - before.load.user - before.load.system;
  return {
    perSecond: (answers / (after.atMs - before.atMs)) * 1_000,
    workerMicros: serving.map((_, at) => (Number(after.serving[at]) - Number(before.serving[at])) / answers),
    primaryMicros: (after.primary - before.primary) / answers,
    loadMicros: loadMicros / answers,
    mb,
  };
}

/** Computes the calls per second of free cores; the busiest process exhausts its core first. @param {Measured} it */
const togetherPerSecond = ({ workerMicros, primaryMicros }) => 1_000_000 / Math.max(...workerMicros, primaryMicros);

/** Puts the whole load on each worker in turn. @param {Case} measured */
async function measureAlone(measured) {
  const all = [];
  for (let worker = 0; worker < measured.workers; worker++) {
    all.push(await measure(measured, worker));
  }
  return {
    perSecond: all.reduce((sum, it) => sum + it.perSecond, 0),
    free: all.reduce((sum, it) => sum + togetherPerSecond(it), 0),
    micros: all.reduce((sum, it) => sum + it.workerMicros.reduce((a, b) => a + b, 0), 0) / all.length,
    primaryMicros: Math.max(...all.map((it) => it.primaryMicros)),
    loadMicros: Math.max(...all.map((it) => it.loadMicros)),
    mb: Math.max(...all.map((it) => it.mb)),
  };
}

/** Loads all workers at once. @param {Case} measured */
async function measureTogether(measured) {
  const it = await measure(measured);
  const micros = it.workerMicros.reduce((a, b) => a + b, 0);
  return { ...it, free: togetherPerSecond(it), micros };
}

/** @param {readonly number[]} values */
function median(values) {
  return Number([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]);
}

const head = [
  'calls',
  'mode',
  'workers',
  'calls/s here',
  'CPU µs a call',
  'of the primary',
  'of the load',
  'calls/s on free cores',
  'ratio',
  'MB',
];
const table = new Table({ head, style: { head: [], border: [] } });
for (const [subject, mode] of /** @type {const} */ ([
  ['computing', 'modern'],
  ['quick', 'modern'],
  ['quick', 'legacy'],
])) {
  const counts = [1, workers];
  /** @type {Map<number, Awaited<ReturnType<typeof measureTogether>>[]>} */
  const measured = new Map(counts.map((count) => [count, []]));
  // Alternates between them, so that other load on the machine affects all.
  for (let round = 0; round < rounds; round++) {
    for (const count of counts) {
      const one = { subject, mode, workers: count };
      const figures = subject === 'quick' ? await measureAlone(one) : await measureTogether(one);
      measured.get(count)?.push({ workerMicros: [], ...figures });
    }
  }
  /** @param {number} count @param {'perSecond' | 'micros' | 'primaryMicros' | 'loadMicros' | 'free' | 'mb'} name */
  const middle = (count, name) => median((measured.get(count) ?? []).map((it) => it[name]));
  for (const count of counts) {
    const micros = /** @type {const} */ (['micros', 'primaryMicros', 'loadMicros']).map((name) =>
      middle(count, name).toFixed(1),
    );
    const free = middle(count, 'free');
    const ratio = (free / middle(1, 'free')).toFixed(2);
    table.push([
      subject,
      mode,
      count,
      Math.round(middle(count, 'perSecond')),
      ...micros,
      Math.round(free),
      ratio,
      Math.round(middle(count, 'mb')),
    ]);
  }
}
console.log(
  `${availableParallelism()} cores, Node ${process.versions.node}, ${connections} connections for each worker, median of ${rounds} rounds of ${seconds} s`,
);
console.log(table.toString());
