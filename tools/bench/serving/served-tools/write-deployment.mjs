/**
 * Writes what the deployed server is configured with, so that it answers what our side of the benchmark answers alone.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from './build-work.mjs';

/**
 * @param {import('./write-work.mjs').Work} work which is built already
 * @param {{ readonly name: string, readonly keys: object }} [others] keys, and the name of the file and the state with them
 * @returns {string} the configuration's file
 */
export function writeDeployment(work, { name, keys } = { name: 'sigil', keys: {} }) {
  const pluginsFolder = dirname(folderOf(work));
  const file = join(pluginsFolder, `${name}.config.json`);
  const limits = { pageSize: 1_001, maxProgressPerSecond: 10_000_000 };
  writeFileSync(
    file,
    JSON.stringify({ pluginsFolder, stateFolder: join(pluginsFolder, `${name}-state`), limits, ...keys }),
  );
  return file;
}
