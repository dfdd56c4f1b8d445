/**
 * Writes rows from the table of the last full benchmark run, which is in the page on performance.
 */
import { readFile } from '@sigil/checks/workspace';

const page = 'docs/reference/performance.md';

/** @param subject the beginnings of the wanted rows, separated by semicolons */
export function writeRatios(subject: string): string {
  const lines = readFile(page).text.split('\n');
  const header = lines.findIndex((line) => line.startsWith('| CPU ÷ bare, medians'));
  if (header < 0) throw new Error(`${page} has no table "CPU ÷ bare, medians"`);
  const [head = '', rule = ''] = lines.slice(header, header + 2);
  const wanted = subject.split(';').map((name) => name.trim());
  const rows = wanted.map((name) => {
    const row = lines.slice(header).find((line) => line.startsWith(`| ${name} `));
    if (!row) throw new Error(`${page} has no row "${name}"`);
    return row;
  });
  const run = lines.slice(0, header).findLast((line) => line.startsWith('Ratios to the limit,')) ?? '';
  const circumstances = `${run} ${lines[lines.indexOf(run) + 1] ?? ''}`.trim();
  return [circumstances, '', head, rule, ...rows].join('\n');
}
