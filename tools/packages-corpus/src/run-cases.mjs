/**
 * Runs cases, several at a time, each in a folder of its own below the installed packages.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installedFolder } from './installed-packages.mjs';
import { runCase } from './run-case.mjs';

/** @typedef {import('./corpus-case.mjs').CorpusCase} CorpusCase */
/** @typedef {import('./run-case.mjs').CaseRun} CaseRun */

/**
 * @param {readonly CorpusCase[]} cases
 * @param {{ lanes: number, keepsFolders?: boolean, onRun?: (run: CaseRun, done: number) => void }} options of which `lanes` is the
 *   number of cases at a time
 * @returns {Promise<readonly CaseRun[]>} in the order of the cases
 */
export async function runCases(cases, { lanes, keepsFolders = false, onRun }) {
  const scratch = join(installedFolder, '.scratch');
  mkdirSync(scratch, { recursive: true });
  // Its own, so that two runs at a time do not write the same folders.
  const folder = mkdtempSync(join(scratch, 'run-'));
  /** @type {CaseRun[]} */
  const runs = [];
  const waiting = [...cases.entries()];
  let done = 0;
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, one] = next;
      const run = await runCase(join(folder, folderName(one)), one);
      runs[index] = run;
      onRun?.(run, ++done);
    }
  };
  try {
    await Promise.all(Array.from({ length: lanes }, work));
  } finally {
    if (!keepsFolders) rmSync(folder, { recursive: true, force: true });
  }
  return runs;
}

/**
 * Returns the name of a case's folder.
 *
 * @param {CorpusCase} one
 */
export function folderName({ package: name, kind, form }) {
  return `${name} ${kind} ${form}`.replaceAll(/[^a-z0-9]+/gi, '-');
}
