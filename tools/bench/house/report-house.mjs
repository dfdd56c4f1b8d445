/**
 * `npm run house`: prints every count that we look at, with its change since the last release. A number is a reason to look, so
 * this refuses nothing.
 *
 * `--sizes` leaves out what has to be served (half a minute). `--record` writes the counts as those of a release;
 * `node tools/workspace/version-packages.mjs` does.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { countCode } from './count-code.mjs';
import { countSizes } from './count-sizes.mjs';

/**
 * @typedef {object} Measure
 * @property {string} title names the count and its unit
 * @property {number} value
 * @property {readonly { name: string, size: number }[]} [largest] what makes up most of it, the largest first
 */

const recorded = fileURLToPath(new URL('last-release.json', import.meta.url));
const named = 5;

const { values: options } = parseArgs({ options: { sizes: { type: 'boolean' }, record: { type: 'boolean' } } });
const measures = [...countCode(), ...(await countSizes())];
if (!options.sizes) {
  const { countServed } = await import('./count-served.mjs');
  const { countFilesOfCall } = await import('./count-files.mjs');
  measures.push(...(await countServed()), await countFilesOfCall());
}
print(measures, JSON.parse(readFileSync(recorded, 'utf8')));
if (options.record) {
  const values = Object.fromEntries(measures.map(({ title, value }) => [title, value]));
  writeFileSync(recorded, `${JSON.stringify(values, undefined, 2)}\n`);
}

/** @param {readonly Measure[]} all @param {Readonly<Record<string, number>>} before the values of the last release, by title */
function print(all, before) {
  const head = ['count', 'now', 'since the release'];
  const table = new Table({
    head,
    colAligns: ['left', 'right', 'right'],
    style: { compact: true, head: [], border: [] },
  });
  for (const { title, value } of all) table.push([title, format(value), changeOf(value, before[title])]);
  console.log(table.toString());
  for (const { title, largest = [] } of all.filter((it) => it.largest?.length)) {
    console.log(`\n${title}, the largest:`);
    for (const { size, name } of largest.slice(0, named)) console.log(`${format(size).padStart(8)}  ${name}`);
  }
}

/** @param {number} value @param {number | undefined} before */
function changeOf(value, before) {
  if (before === undefined) return 'new';
  const change = value - before;
  return change === 0 ? '' : `${change > 0 ? '+' : '−'}${format(Math.abs(change))}`;
}

/** @param {number} value */
function format(value) {
  return value.toLocaleString('en-US', { maximumFractionDigits: 2 });
}
