/**
 * Migrates servers, builds all plugins in one go, and compares what a client sees before and after.
 */
import { execFile } from 'node:child_process';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { migrateFolder } from '@sigil/migrate';
import { findDifferences } from './compare.mjs';
import { observeServer } from './observe-server.mjs';
import { prepareOldServer } from './old-server.mjs';

const run = promisify(execFile);
const root = fileURLToPath(new URL('..', import.meta.url));
const sigil = fileURLToPath(import.meta.resolve('@sigil/cli/package.json')).replace(/package\.json$/, 'bin/sigil.mjs');

/**
 * @typedef {object} Verdict
 * @property {string} name
 * @property {readonly { file: string, line: number, name?: string, construct?: string, message: string, severity: string }[]} findings
 * @property {readonly { step: string, before: unknown, after: unknown }[]} differences
 */

/** @returns {Promise<string[]>} the names of all servers */
export async function listServers(folder = 'fixtures') {
  return (await readdir(join(root, folder))).sort();
}

/**
 * @param {readonly string[]} names
 * @param {string} [folder]
 * @returns {Promise<Verdict[]>}
 */
export async function judge(names, folder = 'fixtures') {
  // Beside the servers' folder, so that both sides find the installed packages.
  const scratch = join(root, folder, '..', '.scratch');
  await rm(scratch, { recursive: true, force: true });
  await mkdir(scratch, { recursive: true });
  const reports = [];
  for (const name of names)
    reports.push(
      await migrateFolder({ folder: join(root, folder, name), out: join(scratch, 'new', name), version: '0.1.0' }),
    );
  await run(process.execPath, [sigil, 'build', ...names.map((name) => join(scratch, 'new', name))], {
    maxBuffer: 1e8,
  }).catch((error) => {
    throw new Error(`the migrated plugins do not build:\n${error.stdout}\n${error.stderr}`, { cause: error });
  });
  const verdicts = [];
  for (const [index, name] of names.entries()) {
    const old = await prepareOldServer(join(root, folder, name), join(scratch, 'old', name));
    const observe = (/** @type {string} */ which, /** @type {string[]} */ command) =>
      observeServer(command, old.script).catch((cause) => {
        throw new Error(`${name}: the ${which} server cannot be observed`, { cause });
      });
    const [before, after] = await Promise.all([
      observe('old', old.command),
      observe('new', [process.execPath, sigil, 'serve', join(scratch, 'new', name), '--stdio']),
    ]);
    verdicts.push({ name, findings: reports[index]?.findings ?? [], differences: findDifferences(before, after) });
  }
  return verdicts;
}
