/**
 * Installs the registry from which the tests install our packages.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';

const home = join(import.meta.dirname, 'registry');

/**
 * Installs it unless the registry and pnpm have the versions of its lockfile. Does not use `npm ci`: that refuses a lockfile
 * without pnpm's programs for other systems, which not every registry has.
 */
export async function installRegistry(): Promise<void> {
  const installed = join(home, 'node_modules/.package-lock.json');
  if (existsSync(installed) && isOf(installed)) return;
  const { exitCode, output } = await runProgram(
    ['npm', 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'],
    home,
  );
  if (exitCode !== 0) throw new Error(`the registry cannot be installed:\n${output}`);
}

function isOf(installed: string): boolean {
  const versions = (file: string): readonly string[] =>
    Object.entries((JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, unknown> }).packages)
      .filter(([path]) => /node_modules\/(verdaccio|pnpm)$/.test(path))
      .map(([path, entry]) => `${path} ${(entry as { version: string }).version}`); // npm has written both files
  return versions(installed).join() === versions(join(home, 'package-lock.json')).join();
}
