/**
 * Builds the benchmark's plugins where they are not built yet, or not by the generator and from the sources that are here now.
 *
 * Nothing of it is part of a server's process: this is a program of its own.
 */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesOf, writeWork } from './write-work.mjs';

// Inside the workspace, so that the plugin finds @sigil/core as any plugin of the workspace does.
const scratch = fileURLToPath(new URL('../../.scratch/serving', import.meta.url));

/** The folder of a built plugin, which stands in a folder of plugins. @param {import('./write-work.mjs').Work} work */
export function folderOf({ tools, progress, isAsync = false }) {
  return join(scratch, `tools-${tools}${progress ? '-progress' : ''}${isAsync ? '-async' : ''}`, 'bench');
}

/** @param {import('./write-work.mjs').Work} work @returns {Promise<string>} the plugin's folder */
export async function buildWork(work) {
  const folder = folderOf(work);
  const stamp = join(folder, 'built-from.txt');
  const generator = fileURLToPath(import.meta.resolve('@sigil/codegen'));
  const built = `${createHash('sha256')
    .update(JSON.stringify(sourcesOf(work)))
    .digest('hex')} ${statSync(generator).mtimeMs}`;
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === built) return folder;

  const { buildPlugin } = await import('@sigil/codegen');
  writeWork(folder, work);
  const { diagnostics } = await buildPlugin(folder);
  if (diagnostics.length > 0) throw new Error(`the benchmark's plugin does not build: ${JSON.stringify(diagnostics)}`);
  writeFileSync(stamp, built);
  return folder;
}
