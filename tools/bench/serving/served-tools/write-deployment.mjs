/**
 * Writes what the deployed server is configured with, so that it answers what our side of the benchmark answers alone.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from './build-work.mjs';

/** @param {import('./write-work.mjs').Work} work which is built already @returns {string} the configuration's file */
export function writeDeployment(work) {
  const pluginsFolder = dirname(folderOf(work));
  const file = join(pluginsFolder, 'sigil.config.json');
  const limits = { pageSize: 1_001, maxProgressPerSecond: 10_000_000 };
  writeFileSync(file, JSON.stringify({ pluginsFolder, stateFolder: join(pluginsFolder, 'state'), limits }));
  return file;
}
