/**
 * Builds the benchmark's plugins if they are missing, or were built by another generator or from other sources.
 *
 * A separate program, so that no part of it is in a server's process.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sourcesOf, writeWork } from './write-work.mjs';

// Inside the workspace, so that the plugin finds @sigil/core as any plugin of the workspace does.
const scratch = fileURLToPath(new URL('../../.scratch/serving', import.meta.url));
const stampFile = 'built-from.txt';

/** Returns the folder of a built plugin, which is in a folder of plugins. @param {import('./write-work.mjs').Work} work */
export function folderOf({ tools, progress, isAsync = false }) {
  return join(scratch, `tools-${tools}${progress ? '-progress' : ''}${isAsync ? '-async' : ''}`, 'bench');
}

/**
 * Builds a plugin. Several processes may build the same one at once: each builds in its own folder, and the first result is kept.
 *
 * @param {import('./write-work.mjs').Work} work
 * @returns {Promise<string>} the plugin's folder
 */
export async function buildWork(work) {
  const folder = folderOf(work);
  const generator = fileURLToPath(import.meta.resolve('@sigil/codegen'));
  const sources = createHash('sha256')
    .update(JSON.stringify(sourcesOf(work)))
    .digest('hex');
  const built = `${sources} ${statSync(generator).mtimeMs}`;
  if (isBuiltFrom(folder, built)) return folder;

  const { buildPlugin } = await import('@sigil/codegen');
  mkdirSync(scratch, { recursive: true });
  const making = mkdtempSync(join(scratch, 'making-'));
  try {
    writeWork(join(making, basename(folder)), work);
    const { diagnostics } = await buildPlugin(join(making, basename(folder)));
    if (diagnostics.length > 0)
      throw new Error(`the benchmark's plugin does not build: ${JSON.stringify(diagnostics)}`);
    writeFileSync(join(making, basename(folder), stampFile), built);
    if (!isBuiltFrom(folder, built)) {
      rmSync(dirname(folder), { recursive: true, force: true });
      renameSync(making, dirname(folder));
    }
  } catch (error) {
    if (!isBuiltFrom(folder, built)) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

/** @param {string} folder @param {string} built */
function isBuiltFrom(folder, built) {
  const stamp = join(folder, stampFile);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === built;
}
