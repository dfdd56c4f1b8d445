/**
 * Appends a run's results for our server to the table of runs in docs/reference/performance.md, on request.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = fileURLToPath(new URL('../../../docs/reference/performance.md', import.meta.url));
const end = '<!-- end of runs -->';

/** @typedef {{ scenario: string, metric: string, value: 'ratio' | 'median', digits: number }} Column */

/** @param {string} scenario @param {string} metric @returns {Column} */
const ratio = (scenario, metric) => ({ scenario, metric, value: 'ratio', digits: 2 });

/** @param {string} scenario @param {string} metric @param {number} digits @returns {Column} */
const median = (scenario, metric, digits) => ({ scenario, metric, value: 'median', digits });

/** Columns of the table, after its date and its circumstances. @type {readonly Column[]} */
const columns = [
  ...[3, 1000].flatMap((tools) =>
    ['legacy', 'stateless', 'modern'].map((mode) =>
      ratio(`calls, ${mode}, ${tools} tools, 16 at a time`, 'CPU µs per call'),
    ),
  ),
  ratio('stdio, 64 in flight', 'CPU µs per call'),
  median('list of 1,000 tools, modern', 'CPU ms per list', 2),
  ratio('cold start, 3 tools', 'CPU ms'),
  median('cold start, 3 tools', 'CPU ms', 0),
  median('cold start, 1000 tools', 'CPU ms', 0),
  median('memory, idle', 'RSS MB, 3 tools', 0),
  median('memory, idle', 'RSS MB, 1,000 tools', 0),
  median('progress, modern', 'events/s', 0),
];

/**
 * @param {readonly import('./measuring/measuring.mjs').Figure[]} figures
 * @param {{ date: string, node: string, load: string }} about
 * @returns {string} one row of the table; unmeasured values are a dash
 */
export function rowOf(figures, { date, node, load }) {
  const cells = columns.map(({ scenario, metric, value, digits }) => {
    const found = figures.find((it) => it.subject === 'sigil' && it.scenario === scenario && it.metric === metric);
    return found?.[value]?.toFixed(digits) ?? '—';
  });
  return `| ${[date.slice(0, 10), node, load, ...cells].join(' | ')} |`;
}

/** Appends the row to the page. @param {string} row */
export function appendRow(row) {
  const text = readFileSync(page, 'utf8');
  if (!text.includes(end))
    throw new Error(`docs/reference/performance.md has no line "${end}", where the table of runs ends`);
  const [before = '', after = ''] = text.split(end);
  writeFileSync(page, `${before.trimEnd()}\n${row}\n\n${end}${after}`);
  execFileSync(process.execPath, ['node_modules/prettier/bin/prettier.cjs', '--write', '--log-level=warn', page], {
    cwd: root,
    stdio: 'inherit',
  });
}
