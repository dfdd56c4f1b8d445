/**
 * Writes the configuration of the deployed server, so that it answers exactly like our side of the benchmark.
 */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { folderOf } from './build-work.mjs';

/**
 * @param {import('./write-work.mjs').Work} work already built
 * @param {{ readonly name: string, readonly keys: object }} [others] further keys, and the name of the configuration file and state folder
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
