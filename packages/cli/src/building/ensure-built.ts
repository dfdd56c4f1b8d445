/**
 * Ensures that a plugin has a build before its code is run.
 */
import { realpath } from 'node:fs/promises';
import { relative } from 'node:path';
import { findBuildState, type BuildState, type ChangedInput } from '@sigil/codegen/inputs';
import type { Output, Terminal } from '../terminal/terminal.js';
import { requireFolder } from './require-folder.js';

/**
 * Builds a plugin that has no build, or one whose inputs have changed since.
 *
 * @throws CommandError when it cannot be built
 */
export async function ensureFresh(folder: string, terminal: Terminal): Promise<void> {
  if ((await readBuildState(folder)).kind !== 'fresh') await build(folder, terminal);
}

/**
 * Builds a plugin that has no build; for one whose inputs have changed since, only warns.
 *
 * @throws CommandError when it cannot be built
 */
export async function ensureBuilt(folder: string, terminal: Terminal): Promise<void> {
  const state = await readBuildState(folder);
  if (state.kind === 'unknown') return build(folder, terminal);
  if (state.kind !== 'stale') return;
  const { err, cwd } = terminal;
  err.line(
    `${err.paint.yellow('warning:')} ${describeInput(state.change, cwd)} since the build; --build builds it again`,
  );
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

async function readBuildState(folder: string): Promise<BuildState> {
  await requireFolder(folder);
  // The record has real paths.
  return findBuildState(await realpath(folder));
}

function describeInput({ path, how }: ChangedInput, cwd: string): string {
  const name = relative(cwd, path) || '.';
  return how === 'changed' ? `${name} has changed` : `${name} was ${how}`;
}
