/**
 * Ensures that a plugin has a build before its code is run.
 */
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Output, Terminal } from '../terminal/terminal.js';
import { findNewerSource } from './find-newer-source.js';
import { requireFolder } from './require-folder.js';

/**
 * Builds a plugin that has no build, or whose source has changed since.
 *
 * @throws CommandError when it cannot be built
 */
export async function ensureFresh(folder: string, terminal: Terminal): Promise<void> {
  const builtAt = await findBuildTime(folder);
  if (builtAt === undefined || (await findNewerSource(folder, builtAt))) await build(folder, terminal);
}

/**
 * Builds a plugin that has no build; for one that has, only warns when its source has changed since.
 *
 * @throws CommandError when it cannot be built
 */
export async function ensureBuilt(folder: string, terminal: Terminal): Promise<void> {
  const builtAt = await findBuildTime(folder);
  if (builtAt === undefined) return build(folder, terminal);

  const newer = await findNewerSource(folder, builtAt);
  if (newer === undefined) return;
  const { err, cwd } = terminal;
  err.line(`${err.paint.yellow('warning:')} ${relative(cwd, newer)} is newer than the build; --build builds it again`);
}

/**
 * Builds a plugin. Loads the builder only then: a plugin that is built needs no compiler.
 *
 * @param say the output for the result
 * @throws CommandError when it cannot be built
 */
export async function build(folder: string, terminal: Terminal, say: Output = terminal.err): Promise<void> {
  const { buildOne } = await import('./build-plugins.js');
  await buildOne(folder, terminal, say);
}

async function findBuildTime(folder: string): Promise<number | undefined> {
  await requireFolder(folder);
  const found = await stat(join(folder, 'dist', 'manifest.json')).catch(() => undefined);
  return found?.mtimeMs;
}
