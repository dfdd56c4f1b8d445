/**
 * Counts the sizes of files and functions, by the oxlint rules that `house.oxlintrc.json` turns on.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { root } from './root.mjs';

/** Tests, tables of data, and files that programs wrote. */
const uncounted =
  /\.(test|test-support|data)\.m?ts$|\.data\.mjs$|\/(dist|out-tsc|generated|expected|fixtures|test|\.tmp)\//;

/** The measures, by the oxlint rule that counts them; the number of a finding is the first one in its message. */
const measures = [
  { rule: 'max-lines', title: 'files of more than 300 lines' },
  { rule: 'max-lines-per-function', title: 'functions of more than 60 lines' },
  { rule: 'max-params', title: 'functions of more than 3 parameters' },
  { rule: 'max-depth', title: 'blocks nested more than 3 deep' },
];

/** @returns {Promise<import('./report-house.mjs').Measure[]>} with the largest first */
export async function countSizes() {
  const findings = await readFindings();
  return measures.map(({ rule, title }) => {
    const found = findings
      .filter(({ code, filename }) => code === `eslint(${rule})` && !uncounted.test(filename))
      .map(({ message, filename, labels }) => ({
        size: Number(/\((\d+)\)/.exec(message)?.[1]),
        name: `${filename}:${labels[0]?.span.line ?? 1}`,
      }))
      .toSorted((one, other) => other.size - one.size);
    return { title, value: found.length, largest: found };
  });
}

/** @returns {Promise<{ code: string, message: string, filename: string, labels: { span: { line: number } }[] }[]>} */
async function readFindings() {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const config = fileURLToPath(new URL('house.oxlintrc.json', import.meta.url));
  const args = [oxlint, '--config', config, '--format=json', 'packages', 'apps', 'tools'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout).diagnostics;
}
