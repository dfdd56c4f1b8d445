/**
 * Reads a built plugin whose output may be being copied: package managers and copies write the manifest in pieces, and in any order with the code.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PluginError } from '@sigil/core/building';
import type { BuiltPlugin } from './build-source.js';
import { outputFolder, readBuiltPlugin } from './read-built-plugin.js';

/** The time after the last change of a file in the output after which nobody is writing it. */
const settleMs = 1_000;
const retryMs = 50;

/** The errors of an output that is partly written. */
const partlyWritten: ReadonlySet<string> = new Set(['manifest-invalid', 'code-missing', 'code-mismatch']);

/**
 * Retries while files of the output were changed less than a second ago, so an output that is wrong for another reason fails after that second.
 *
 * @throws PluginError like `readBuiltPlugin`
 */
export async function readSettledBuild(folder: string): Promise<BuiltPlugin> {
  for (;;) {
    try {
      return await readBuiltPlugin(folder);
    } catch (error) {
      if (!(error instanceof PluginError) || !partlyWritten.has(error.code)) throw error;
      if (!(await changedLately(join(folder, outputFolder)))) throw error;
    }
    await delay(retryMs);
  }
}

/** Uses the time of the inode, since a copy may keep the time of the content. */
async function changedLately(output: string): Promise<boolean> {
  try {
    const paths = [output, ...(await readdir(output)).map((name) => join(output, name))];
    const times = await Promise.all(paths.map(async (path) => (await stat(path)).ctimeMs));
    return Date.now() - Math.max(...times) < settleMs;
  } catch {
    // A file went away between the two steps.
    return true;
  }
}
