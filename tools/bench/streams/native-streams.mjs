/**
 * `npm run bench -- --only streams`: checks whether 1,000 concurrent streams of 1,000 events lose, reorder or overrun anything, and
 * compares the event rate with the official SDK's, in alternating rounds of one run.
 *
 * Prints medians and ranges, and writes them as JSON. Exits with code 1 when an event was missing or out of place.
 */
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { median } from '../measure.mjs';
import { onCore } from '../serving/measuring/cores.mjs';
import { inRounds, withRunning } from '../serving/measuring/measuring.mjs';
import { formatReport } from '../serving/report.mjs';
import { startSubject } from '../serving/measuring/subjects.mjs';

const execute = promisify(execFile);
const pathOf = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const ours = pathOf('serve-streams.mjs');
const rivals = pathOf('../serving/rivals');

/** The subjects: a server, and the way to read it. Ratios are to the first. */
const subjects = [
  { name: 'bare, SSE', script: pathOf('../serving/subjects/bare-http.mjs'), how: 'events' },
  { name: 'sigil, native', script: ours, how: 'native' },
  { name: 'sigil, SSE', script: ours, how: 'events' },
  { name: 'sdk-v2, SSE', script: `${rivals}/sdk-v2.mjs`, how: 'events' },
].map((it) => ({ ...it, packages: [], modes: /** @type {const} */ (['modern']), stdio: false, progress: true }));

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    streams: { type: 'string', default: '1000' },
    events: { type: 'string', default: '1000' },
    json: { type: 'string', default: pathOf('../.scratch/streams.json') },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help) {
  console.log(`Usage: npm run bench -- --only streams [--rounds 5] [--streams 1000] [--events 1000] [--json <file>]

  --rounds   how often each subject is measured, in turn; 0 only looks whether every event is where it belongs
  --streams  how many streams there are at once, a tenth of them on each connection
  --events   how many events each of them has
  --json     where the figures are written`);
} else await main();

async function main() {
  if (!existsSync(`${rivals}/node_modules`)) installRivals();
  const counted = await countEvents(Number(values.streams), Number(values.events));
  const figures = Number(values.rounds) > 0 ? await compare(Number(values.rounds)) : [];
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, JSON.stringify({ node: process.version, counted, figures }, undefined, 2));
  if (figures.length > 0) console.log(`\n${formatReport(figures)}`);
  console.log(`\n${describeCount(counted)}`);
  if (counted.problems > 0 || counted.events !== counted.expected) process.exitCode = 1;
}

function installRivals() {
  console.error('Installing what Sigil is measured beside …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: rivals, stdio: 'inherit' });
  if (status !== 0) throw new Error('the rivals could not be installed');
}

/** @param {number} streams @param {number} events */
async function countEvents(streams, events) {
  const [, native] = subjects;
  if (!native) throw new Error('the list of subjects has ours in its second place');
  const server = await startSubject(native, { progress: true });
  const connections = Math.max(1, Math.round(streams / 100));
  try {
    const each = Math.ceil(streams / connections);
    const order = { port: server.port, how: native.how, connections, streams: each, events, times: 1 };
    const read = await runReader(order);
    return { ...read, streams: each * connections, connections, expected: each * connections * events };
  } finally {
    await server.stop();
  }
}

/** @param {Awaited<ReturnType<typeof countEvents>>} counted */
function describeCount({ streams, connections, events, expected, problems, firstProblem, seconds }) {
  const each = (expected / streams).toLocaleString('en-US');
  const outcome =
    problems === 0 && events === expected
      ? 'nothing lost, reordered or after the end'
      : `${problems} out of place (the first: ${firstProblem}), ${expected - events} lost`;
  return (
    `${streams.toLocaleString('en-US')} streams of ${each} events at once on ${connections} connections: ${outcome} ` +
    `(${Math.round(events / seconds).toLocaleString('en-US')} events/s)`
  );
}

/** @param {number} rounds */
function compare(rounds) {
  const run = { rounds, say: (/** @type {string} */ line) => console.error(line) };
  return withRunning(subjects, { progress: true }, async (running) => {
    const readerOf = (/** @type {string} */ name) => {
      const { how } = subjects.find((it) => it.name === name) ?? {};
      const port = running.get(name)?.port;
      return (/** @type {object} */ order) => runReader({ port, how, ...order });
    };
    // Warms the server up until its code is compiled.
    for (const { name } of subjects) await readerOf(name)({ connections: 1, streams: 1, events: 1_000, times: 30 });
    return inRounds(run, {
      scenario: 'progress, newest revision',
      subjects,
      async measure({ name }) {
        const read = readerOf(name);
        const one = await read({ connections: 1, streams: 1, events: 50_000, times: 1 });
        const many = await read({ connections: 100, streams: 1, events: 500, times: 1 });
        const first = await read({ connections: 1, streams: 1, events: 1, times: 200 });
        return {
          '1 stream, events/s': one.events / one.seconds,
          '100 streams, events/s': many.events / many.seconds,
          'first event, ms': median(first.firstMs),
        };
      },
    });
  });
}

/** @param {object} order @returns {Promise<{ events: number, seconds: number, firstMs: number[], problems: number, firstProblem?: string }>} */
async function runReader(order) {
  const [command = '', ...args] = onCore('load', [process.execPath, pathOf('run-reader.mjs'), JSON.stringify(order)]);
  const { stdout } = await execute(command, args, { maxBuffer: 2 ** 26 });
  return JSON.parse(stdout);
}
