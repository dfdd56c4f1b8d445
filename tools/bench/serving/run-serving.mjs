/**
 * `npm run bench`: compares our built server with the limit and with rivals, in alternating rounds of one run.
 *
 * Prints medians, ranges and ratios to the limit, and writes them as JSON. Progress goes to standard error.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { appendRow, rowOf } from './record.mjs';
import { formatReport } from './report.mjs';
import { measureAuth } from './scenarios/auth.mjs';
import { measureCalls } from './scenarios/calls.mjs';
import { measureColdStart } from './scenarios/cold-start.mjs';
import { measureFootprint } from './scenarios/footprint.mjs';
import { measureGateway } from './scenarios/gateway.mjs';
import { countInstructions } from './scenarios/instructions.mjs';
import { measureLists } from './scenarios/lists.mjs';
import { measureObserve } from './scenarios/observe.mjs';
import { measureMemory } from './scenarios/memory.mjs';
import { measureSearch } from './scenarios/search.mjs';
import { measureStdio } from './scenarios/stdio.mjs';
import { measureStreaming } from './scenarios/streaming.mjs';
import { everyMode, subjects } from './measuring/subjects.mjs';

const rivals = fileURLToPath(new URL('rivals', import.meta.url));

/** @type {Readonly<Record<string, (run: import('./measuring/measuring.mjs').Run) => Promise<import('./measuring/measuring.mjs').Figure[]>>>} */
const scenarios = {
  calls: measureCalls,
  stdio: measureStdio,
  lists: measureLists,
  gateway: measureGateway,
  'cold-start': measureColdStart,
  memory: measureMemory,
  streaming: measureStreaming,
  footprint: measureFootprint,
  observe: measureObserve,
  auth: measureAuth,
  search: measureSearch,
  instructions: countInstructions,
};

/** Scenarios with their own subjects, so they are measured only where they are named. */
const onlyNamed = ['observe', 'auth', 'search', 'instructions'];

const numbersOfTools = [3, 1000];

const { values } = parseArgs({
  options: {
    only: {
      type: 'string',
      default: Object.keys(scenarios)
        .filter((name) => !onlyNamed.includes(name))
        .join(','),
    },
    subjects: { type: 'string', default: namesWhere(false).replaceAll(', ', ',') },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '1' },
    modes: { type: 'string', default: everyMode.join(',') },
    tools: { type: 'string', default: numbersOfTools.join(',') },
    json: { type: 'string', default: fileURLToPath(new URL('../.scratch/serving.json', import.meta.url)) },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) console.log(usage());
else await main();

/** @param {boolean} isOptional */
function namesWhere(isOptional) {
  const named = subjects.filter((subject) => (subject.isOptional ?? false) === isOptional);
  return named.map(({ name }) => name).join(', ');
}

function usage() {
  return `Usage: npm run bench -- [--only <scenarios>] [--subjects <names>] [--modes <modes>] [--tools 3,1000]
                         [--rounds 5] [--seconds 1] [--json <file>] [--record]

  --only      ${Object.keys(scenarios).join(', ')}; all but ${onlyNamed.join(', ')} when left out
  --subjects  ${namesWhere(false)}; all when left out, "bare" always;
              and, only where they are named: ${namesWhere(true)}
  --modes     of calls and instructions: ${everyMode.join(', ')}; all when left out
  --tools     the sizes of the servers of calls and instructions: ${numbersOfTools.join(', ')}; all when left out
  --rounds    how often each subject is measured, in turn
  --seconds   how long each is measured, after as long a warm-up
  --json      where the figures are written
  --record    appends a row to the table of runs in docs/reference/performance.md

Examples:
  npm run bench -- --only calls --subjects sigil --rounds 3
  npm run bench -- --only calls,lists --subjects sigil,deployed,deployed-all
  npm run bench -- --only stdio,cold-start --rounds 10
  npm run bench -- --seconds 0.5
  npm run bench -- --only instructions --subjects sigil,async,deployed,deployed-async --modes modern   (needs valgrind)
  npm run bench -- --subjects sigil --record`;
}

async function main() {
  const wanted = values.only.split(',');
  const names = new Set(['bare', ...values.subjects.split(',')]);
  const modes = values.modes.split(',');
  const tools = values.tools.split(',');
  const unknown = [
    ...wanted.filter((name) => !Object.hasOwn(scenarios, name)),
    ...[...names].filter((name) => !subjects.some((subject) => subject.name === name)),
    ...modes.filter((mode) => !everyMode.some((known) => known === mode)),
    ...tools.filter((number) => !numbersOfTools.includes(Number(number))),
  ];
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.map((name) => `"${name}"`).join(', ')}.\n\n${usage()}`);
    process.exitCode = 2;
    return;
  }
  const run = {
    // The search runs in this process, on no server.
    subjects: wanted.every((name) => name === 'search') ? [] : subjects.filter(({ name }) => names.has(name)),
    rounds: Number(values.rounds),
    seconds: Number(values.seconds),
    modes: everyMode.filter((mode) => modes.includes(mode)),
    tools: tools.map(Number),
    say: (/** @type {string} */ line) => console.error(line),
  };
  installRivals(run.subjects);
  buildDeployed(
    run.subjects,
    ['observe', 'auth', 'gateway'].some((name) => wanted.includes(name)),
  );
  const about = { node: process.version, cores: availableParallelism(), date: new Date().toISOString() };
  const figures = [];
  const loads = [loadOfMachine()];
  for (const name of wanted) {
    figures.push(...(await /** @type {typeof measureCalls} */ (scenarios[name])(run)));
    loads.push(loadOfMachine());
    // Written after each scenario, so that an interrupted run keeps its results.
    writeReport({ ...about, rounds: run.rounds, seconds: run.seconds, loads, figures });
  }
  console.log(formatReport(figures));
  const load = `${Math.min(...loads)} to ${Math.max(...loads)}`;
  if (values.record) appendRow(rowOf(figures, { date: about.date, node: about.node, load }));
  console.log(`\nNode ${about.node}, ${about.cores} cores, load of the machine ${load}; ${values.json}`);
}

function loadOfMachine() {
  return Number((loadavg()[0] ?? 0).toFixed(1));
}

/** @param {object} report */
function writeReport(report) {
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, JSON.stringify(report, undefined, 2));
}

/** @param {readonly import('./measuring/subjects.mjs').Subject[]} wanted @param {boolean} isNeeded */
function buildDeployed(wanted, isNeeded) {
  if (!isNeeded && !wanted.some(({ name }) => name.startsWith('deployed'))) return;
  const builder = fileURLToPath(new URL('../../workspace/build-first.mjs', import.meta.url));
  const { status } = spawnSync(process.execPath, [builder, 'server'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the server could not be built');
}

/** @param {readonly import('./measuring/subjects.mjs').Subject[]} wanted */
function installRivals(wanted) {
  const needsThem = wanted.some(({ script }) => dirname(script) === rivals);
  if (!needsThem || existsSync(`${rivals}/node_modules`)) return;
  console.error('Installing what Sigil is measured beside …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: rivals, stdio: 'inherit' });
  if (status !== 0) throw new Error('the others could not be installed');
}
