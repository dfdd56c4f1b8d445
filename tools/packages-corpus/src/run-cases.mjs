/**
 * Runs cases, several at a time.
 */
import { join } from 'node:path';
import { installedFolder } from './installed-packages.mjs';
import { runCase } from './run-case.mjs';

/** @typedef {import('./corpus-case.mjs').CorpusCase} CorpusCase */
/** @typedef {import('./run-case.mjs').CaseRun} CaseRun */

/**
 * @param {readonly CorpusCase[]} cases
 * @param {number} lanes cases at a time
 * @param {(run: CaseRun, done: number) => void} [onRun]
 * @returns {Promise<readonly CaseRun[]>} in the order of the cases
 */
export async function runCases(cases, lanes, onRun) {
  /** @type {CaseRun[]} */
  const runs = [];
  const waiting = [...cases.entries()];
  let done = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, one] = next;
      const run = await runCase(folderOf(one), one);
      runs[index] = run;
      onRun?.(run, ++done);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return runs;
}

/**
 * Returns the folder of a case, below the installed packages.
 *
 * @param {CorpusCase} one
 */
export function folderOf({ package: name, kind, form }) {
  return join(installedFolder, '.scratch', `${name} ${kind} ${form}`.replaceAll(/[^a-z0-9]+/gi, '-'));
}
