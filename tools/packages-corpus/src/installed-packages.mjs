/**
 * The folder with the packages of the corpus, which have a lockfile of their own.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder below which plugins find the packages. */
export const installedFolder = fileURLToPath(new URL('../installed', import.meta.url));

/**
 * Installs the packages as their lockfile says, unless that was done.
 *
 * @throws Error when npm cannot
 */
export function installPackages() {
  if (isInstalled()) return;
  console.error('Installing the packages of the corpus …');
  const args = ['ci', '--prefix', installedFolder, '--no-audit', '--no-fund', '--silent'];
  const { status } = spawnSync('npm', args, { cwd: installedFolder, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) throw new Error('the packages of the corpus could not be installed');
}

/** Compares what npm wrote beside the installed packages with the lockfile. */
function isInstalled() {
  const kept = join(installedFolder, 'node_modules/.package-lock.json');
  if (!existsSync(kept)) return false;
  const installed = versionsIn(kept);
  // Packages of other platforms are in the lockfile and stay away.
  return Object.entries(versionsIn(join(installedFolder, 'package-lock.json'))).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

/** @param {string} lockfile @returns {Record<string, { version?: string, optional?: boolean }>} */
function versionsIn(lockfile) {
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}
