/**
 * `npm run test:packages-corpus`: builds plugins that import widely used packages and compares what they do with plain Node running
 * the same sources. Fails when a single outcome differs.
 */
import { appendFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { allCases } from './all-cases.mjs';
import { findDifferences } from './find-differences.mjs';
import { installPackages } from './installed-packages.mjs';
import { runCases } from './run-cases.mjs';
import { writeReport } from './write-report.mjs';

const { values } = parseArgs({
  options: {
    package: { type: 'string', multiple: true },
    form: { type: 'string' },
    json: { type: 'string' },
    keep: { type: 'boolean' },
    lanes: { type: 'string', default: String(availableParallelism()) },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run test:packages-corpus -- [--package <name>]… [--form <text>] [--json <file>] [--keep] [--lanes <count>]

  --package  only this one; may be given several times
  --form     only forms whose name contains this text
  --json     also writes every outcome to this file, a case on each line
  --keep     leaves the plugins below tools/packages-corpus/installed/.scratch
  --lanes    cases at a time; default: one for each core`);
  process.exit(0);
}

installPackages();
if (values.json !== undefined) writeFileSync(values.json, '');
const wanted = allCases.filter(
  (one) => (values.package?.includes(one.package) ?? true) && one.form.includes(values.form ?? ''),
);
const runs = await runCases(wanted, {
  lanes: Number(values.lanes),
  keepsFolders: values.keep === true,
  onRun: (run, done) => {
    const differs = findDifferences(run).length > 0;
    if (values.json !== undefined) appendFileSync(values.json, `${JSON.stringify(run)}\n`);
    console.error(`${done}/${wanted.length} ${run.case.package} ${run.case.form}${differs ? ': differs' : ''}`);
  },
});
const { text, isGreen } = writeReport(runs);
console.log(text);
process.exitCode = isGreen ? 0 : 1;
