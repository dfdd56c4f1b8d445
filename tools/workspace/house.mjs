/**
 * `npm run house`: reports the sizes of the code. A number is a reason to look, so this never fails.
 *
 * Counts what oxlint finds with `house.oxlintrc.json`, and names the largest of each kind.
 */
import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../..');
const named = 5;
/** Tests, tables of data, and what programs wrote. */
const uncounted = /\.(test|test-support|data)\.ts$|\/(dist|out-tsc|generated|expected|fixtures|test)\//;

/** The measures, by the oxlint rule that counts them; the number of a finding is the first one in its message. */
const measures = [
  { rule: 'max-lines', title: 'files of more than 300 lines' },
  { rule: 'max-lines-per-function', title: 'functions of more than 60 lines' },
  { rule: 'max-params', title: 'functions of more than 3 parameters' },
  { rule: 'max-depth', title: 'blocks nested more than 3 deep' },
];

const findings = await readFindings();
for (const { rule, title } of measures) {
  const found = findings
    .filter(({ code, filename }) => code === `eslint(${rule})` && !uncounted.test(filename))
    .map(({ message, filename, labels }) => ({
      place: `${filename}:${labels[0]?.span.line ?? 1}`,
      size: Number(/\((\d+)\)/.exec(message)?.[1]),
    }))
    .toSorted((one, other) => other.size - one.size);
  console.log(`${String(found.length).padStart(5)} ${title}`);
  for (const { place, size } of found.slice(0, named)) console.log(`      ${String(size).padStart(5)}  ${place}`);
}

/** @returns {Promise<{ code: string, message: string, filename: string, labels: { span: { line: number } }[] }[]>} */
async function readFindings() {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const config = join(here, 'house.oxlintrc.json');
  const args = [oxlint, '--config', config, '--format=json', 'packages', 'apps', 'tools'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, maxBuffer: 2 ** 26 });
  return JSON.parse(stdout).diagnostics;
}
