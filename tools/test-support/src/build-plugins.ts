/**
 * Builds plugins with the command line, as their authors do.
 */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** @throws Error with the whole output of a failed build */
export function buildPlugins(folders: readonly string[]): void {
  const program = join(dirname(createRequire(import.meta.url).resolve('@sigil/cli/package.json')), 'dist', 'main.js');
  const built = spawnSync(process.execPath, [program, 'build', ...folders], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stdout + built.stderr);
}
