/**
 * `npm run bench -- --only comparison`: measures the frameworks of the comparison page side by side, and writes `last-run.json` with `--record`.
 *
 * Runs on Node 24, since one of them needs Node 22. The page's tables are written from the file by `npm run docs:write`.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from '../measure.mjs';
import { cpuMicrosOf, rssMbOf } from '../serving/load/process-cost.mjs';
import { measureInstall } from '../serving/measuring/installed.mjs';
import { inRounds, runLoad, withRunning } from '../serving/measuring/measuring.mjs';
import { startSubject } from '../serving/measuring/subjects.mjs';
import { judgeScenarios, scenarios } from './judge-scenarios.mjs';
import { postWhenItListens, probeRevisions } from './probe-revisions.mjs';
import { compared, limit } from './rivals.data.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
const oldestMajor = 24;
const warmUpCalls = 20_000;
const mostWarmUps = 8;

/**
 * @typedef {object} Measured
 * @property {string} title
 * @property {string} package
 * @property {string} version
 * @property {readonly string[]} revisions
 * @property {readonly string[]} passed scenarios of the conformance suite
 * @property {number} packages
 * @property {number} megabytes
 * @property {readonly string[]} notCounted packages that it needs and that were not installed
 * @property {number} startMs from the start of the process to the first list, the median
 * @property {number} startCpuMs
 * @property {number} idleMb resident after the first list
 * @property {Record<string, number>} cpuRatio CPU for a call divided by that of the limit, by mode
 * @property {Record<string, number>} callsPerSecond by mode
 */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.5' },
    record: { type: 'boolean', default: false },
  },
});

if (Number(process.versions.node.split('.')[0]) < oldestMajor) runOnNewerNode();
else await main();

function runOnNewerNode() {
  const node = execFileSync('npx', ['-y', `node@${oldestMajor}`, '-p', 'process.execPath'], {
    encoding: 'utf8',
  }).trim();
  const { status } = spawnSync(node, process.argv.slice(1), { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

async function main() {
  installRivals();
  const judge = findJudge();
  const load = [loadOfMachine()];
  const figures = await measureCalls();
  /** @type {Measured[]} */
  const measured = [];
  for (const one of compared) measured.push(await measureOne(one, judge, figures));
  load.push(loadOfMachine());
  const report = {
    date: new Date().toISOString().slice(0, 10),
    ...{ node: process.version, cores: availableParallelism(), load, judge: judge.version },
    ...{
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      scenarios: scenarios.map((it) => it.join(' ')),
      measured,
    },
  };
  console.log(JSON.stringify(report, undefined, 2));
  if (values.record) writeFileSync(join(here, 'last-run.json'), `${JSON.stringify(report, undefined, 2)}\n`);
}

/** Scripts of packages are not run: nothing here needs them. */
function installRivals() {
  for (const folder of [join(here, 'rivals'), join(here, '../serving/rivals')]) {
    if (existsSync(join(folder, 'node_modules'))) continue;
    const command = ['ci', '--no-audit', '--no-fund', '--silent', '--ignore-scripts'];
    const { status } = spawnSync('npm', command, { cwd: folder, stdio: 'inherit' });
    if (status !== 0) throw new Error('the frameworks could not be installed');
  }
}

/** Finds the official suite, installed from the lockfile that `npm run conformance` uses. */
function findJudge() {
  const folder = join(root, 'apps/conformance/judge');
  const suite = join(folder, 'node_modules/@modelcontextprotocol/conformance');
  if (!existsSync(suite)) {
    const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--silent'], {
      cwd: folder,
    });
    if (status !== 0) throw new Error('the conformance suite could not be installed');
  }
  const { version } = JSON.parse(readFileSync(join(suite, 'package.json'), 'utf8'));
  return { node: process.execPath, program: join(suite, 'dist/index.js'), version };
}

function loadOfMachine() {
  return Number((loadavg()[0] ?? 0).toFixed(1));
}

/** Measures calls of each mode at 16 connections, with those that answer it. */
async function measureCalls() {
  const figures = [];
  const run = { rounds: Number(values.rounds), seconds: Number(values.seconds), say: console.error, subjects: [] };
  for (const mode of /** @type {const} */ (['stateless', 'modern'])) {
    const subjects = [limit, ...compared]
      .map(({ subject }) => subject)
      .filter((it) => mode !== 'modern' || isModern(it));
    const order = { mode, tools: 3, connections: 16, what: 'call' };
    const measured = await withRunning(subjects, { tools: 3, stateless: mode === 'stateless' }, async (running) => {
      for (const server of running.values()) await warmUpCompletely(server, order);
      return inRounds(run, {
        ...{ scenario: mode, subjects },
        async measure({ name }) {
          const server = running.get(name);
          const times = { seconds: run.seconds, warmUpSeconds: 0.2 };
          const report = await runLoad('run-load', { ...order, ...times, port: server?.port, pid: server?.pid });
          const { answers, cpuMicros, seconds } = report;
          return { cpuMicros: cpuMicros / answers, perSecond: answers / seconds };
        },
      });
    });
    figures.push(...measured);
  }
  return figures;
}

/**
 * Calls a server until its code is compiled, which on a busy machine takes longer than a fixed time.
 *
 * @param {import('../serving/measuring/subjects.mjs').Running} server
 * @param {object} order
 */
async function warmUpCompletely({ port, pid }, order) {
  let answered = 0;
  for (let step = 0; step < mostWarmUps && answered < warmUpCalls; step++) {
    const report = await runLoad('run-load', { ...order, port, pid, warmUpSeconds: 0, seconds: 2 });
    answered += report.answers;
  }
}

/** Those built on version 1 of the official SDK do not know the newest revision. @param {{ name: string }} subject */
function isModern({ name }) {
  return name !== 'sdk-v1' && name !== 'fastmcp';
}

/**
 * @param {import('./rivals.data.mjs').Compared} one
 * @param {{ node: string, program: string }} judge
 * @param {readonly import('../serving/measuring/measuring.mjs').Figure[]} figures
 * @returns {Promise<Measured>}
 */
async function measureOne({ subject, title, package: name, from }, judge, figures) {
  console.error(`${title}: revisions, scenarios, start`);
  const server = await startSubject(subject);
  const url = `http://127.0.0.1:${server.port}${server.path}`;
  const revisions = await probeRevisions(url);
  const passed = await judgeScenarios(judge, url);
  await server.stop();
  const starts = [];
  for (let round = 0; round < Number(values.rounds); round++) starts.push(await measureStart(subject));
  /** @type {Set<string>} */
  const missing = new Set();
  const { packages, megabytes } = measureInstall(subject.packages, from, missing);
  const of = (/** @type {string} */ metric, /** @type {'ratio' | 'median'} */ value) =>
    Object.fromEntries(
      figures
        .filter((it) => it.subject === subject.name && it.metric === metric)
        .map((it) => [it.scenario, Number(it[value]?.toPrecision(3))]),
    );
  return {
    ...{ title, package: name, version: versionOf(name, from), revisions, passed },
    ...{ packages: packages.length, megabytes: Number(megabytes.toFixed(1)), notCounted: [...missing] },
    startMs: Math.round(median(starts.map(({ wallMs }) => wallMs))),
    startCpuMs: Math.round(median(starts.map(({ cpuMs }) => cpuMs))),
    idleMb: Math.round(median(starts.map(({ rssMb }) => rssMb))),
    cpuRatio: of('cpuMicros', 'ratio'),
    callsPerSecond: of('perSecond', 'median'),
  };
}

/** @param {import('../serving/measuring/subjects.mjs').Subject} subject */
async function measureStart(subject) {
  const startedAt = performance.now();
  const server = await startSubject(subject, { stateless: true });
  const headers = { 'MCP-Protocol-Version': '2025-06-18' };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const answer = await postWhenItListens(`http://127.0.0.1:${server.port}${server.path}`, message, headers);
  if (answer?.result?.tools?.length !== 3) throw new Error(`${subject.name} listed ${JSON.stringify(answer)}`);
  const cost = {
    wallMs: performance.now() - startedAt,
    cpuMs: cpuMicrosOf(server.pid) / 1_000,
    rssMb: rssMbOf(server.pid),
  };
  await server.stop();
  return cost;
}

/** @param {string} name @param {string} from */
function versionOf(name, from) {
  return JSON.parse(
    readFileSync(join(name.startsWith('@sigil/') ? root : from, 'node_modules', name, 'package.json'), 'utf8'),
  ).version;
}
