/**
 * `npm run bench -- --only types`: compares the generator's time with a bare TypeScript program and two well-known generators, in
 * alternating rounds of one run, and measures the time of a save in `sigil dev`.
 *
 * Prints medians, ranges and ratios, and writes them as JSON.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { spawnSync } from 'node:child_process';
import Table from 'cli-table3';
import { measure, median } from '../measure.mjs';
import { measureSaves } from './measure-saves.mjs';
import { writeCorpus } from './write-corpus.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
// Inside the workspace, so that the plugins find @sigil/core as any plugin of the workspace does.
const scratch = fileURLToPath(new URL('../.scratch', import.meta.url));
const rivals = fileURLToPath(new URL('../rivals', import.meta.url));

/** The rivals check no types, and neither does the floor; ours runs both ways. */
const subjects = [
  { name: 'floor', script: 'floor' },
  { name: 'sigil build', script: 'sigil' },
  { name: 'sigil build --no-type-check', script: 'sigil', flags: ['--no-type-check'] },
  { name: 'ts-json-schema-generator', script: 'ts-json-schema-generator' },
  { name: 'typescript-json-schema', script: 'typescript-json-schema' },
];

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    saves: { type: 'string', default: '30' },
    tools: { type: 'string', default: '100,1000' },
    json: { type: 'string', default: join(scratch, 'types.json') },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run bench -- --only types [--rounds 5] [--saves 30] [--tools 100,1000] [--json <file>]

  --rounds  how often each subject runs for each corpus
  --saves   how many saves are measured in a running "sigil dev"; 0 for none
  --tools   how many tools the corpora have
  --json    where the figures are written`);
  process.exit(0);
}

installRivals();
const figures = [];
for (const tools of values.tools.split(',').map(Number)) figures.push(await compare(tools, Number(values.rounds)));
const saves = Number(values.saves) > 0 ? await measureSaves(join(scratch, 'saves'), Number(values.saves)) : undefined;
mkdirSync(scratch, { recursive: true });
writeFileSync(values.json, JSON.stringify({ node: process.version, figures, saves }, undefined, 2));
for (const figure of figures) print(figure);
if (saves) printSaves(saves);

function installRivals() {
  if (existsSync(join(rivals, 'node_modules'))) return;
  console.error('Installing what Sigil is measured beside …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--silent'], { cwd: rivals, stdio: 'inherit' });
  if (status !== 0) throw new Error('the rivals could not be installed');
}

/** @param {number} tools @param {number} rounds */
async function compare(tools, rounds) {
  const corpus = writeCorpus(join(scratch, `tools-${tools}`), tools);
  /** @type {Record<string, import('../measure.mjs').Cost[]>} */
  const costs = Object.fromEntries(subjects.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, script, flags = [] } of subjects) {
      const cost = await measure(join(here, 'subjects', `${script}.mjs`), [corpus.folder, String(tools), ...flags]);
      if (cost.schemas !== 2 * tools) throw new Error(`${name} made ${cost.schemas} schemas of ${2 * tools}`);
      costs[name]?.push(cost);
      console.error(`${tools} tools, round ${round + 1}: ${name} ${Math.round(cost.cpuMs)} ms of CPU`);
    }
  }
  return { tools, rounds, rows: subjects.map(({ name }) => summarize(name, costs[name] ?? [])) };
}

/** @param {string} subject @param {readonly import('../measure.mjs').Cost[]} costs */
function summarize(subject, costs) {
  const cpu = costs.map((cost) => cost.cpuMs);
  return {
    subject,
    cpuMs: { median: median(cpu), min: Math.min(...cpu), max: Math.max(...cpu) },
    wallMs: median(costs.map((cost) => cost.wallMs)),
    rssMb: median(costs.map((cost) => cost.rssMb)),
  };
}

/** @param {Awaited<ReturnType<typeof compare>>} figure */
function print({ tools, rounds, rows }) {
  const floor = rows[0]?.cpuMs.median ?? Number.NaN;
  const table = new Table({
    head: ['', 'CPU ms (median)', 'min–max', '÷ floor', '− floor', 'wall ms', 'RSS MB'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  });
  for (const { subject, cpuMs, wallMs, rssMb } of rows) {
    const ratio = (cpuMs.median / floor).toFixed(2);
    const range = `${Math.round(cpuMs.min)}–${Math.round(cpuMs.max)}`;
    const more = Math.round(cpuMs.median - floor);
    table.push([subject, Math.round(cpuMs.median), range, ratio, more, Math.round(wallMs), Math.round(rssMb)]);
  }
  console.log(`\nCold build of ${tools} tools in ${tools / 10} files, ${rounds} rounds, Node ${process.version}`);
  console.log(table.toString());
}

/** @param {NonNullable<typeof saves>} measured */
function printSaves({ tools, count, generatorMs, bundleMs, liveMs }) {
  const words = (/** @type {typeof liveMs} */ { median: middle, min, max }) =>
    `${middle.toFixed(0)} ms median (${min.toFixed(0)}–${max.toFixed(0)})`;
  console.log(`\n${count} saves in a running "sigil dev" of ${tools} tools`);
  console.log(`  generator          ${words(generatorMs)}`);
  console.log(`  bundler            ${words(bundleMs)}`);
  console.log(`  save to live       ${words(liveMs)}  from the save to the client's news of the changed list`);
}
