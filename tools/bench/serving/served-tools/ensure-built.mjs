/**
 * Runs before the benchmark and its server: builds the packages and the served plugins when any of their sources changed.
 *
 * A separate program, so that no part of a build is in the measured process; it checks only file times, so that a server that
 * is already built starts without delay.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWork, folderOf } from './build-work.mjs';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const stamp = fileURLToPath(new URL('../../.scratch/serving/built-from.txt', import.meta.url));
const packages = [
  'core',
  'codegen',
  'plugin-host',
  'transport-http',
  'transport-stdio',
  'transport-ws',
  'observe',
  'auth',
  'server',
];

const state = stateOfSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
  // The build's output goes to standard error: over stdio, standard output belongs to the protocol.
  execFileSync(process.execPath, [join(root, 'tools/workspace/build-first.mjs'), 'serving'], {
    stdio: ['ignore', 2, 2],
  });
  for (const tools of [3, 1000]) {
    for (const progress of [false, true]) await buildWork({ tools, progress });
    await buildWork({ tools, progress: false, isAsync: true });
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state);
}

/** Fingerprints the sources by names, times and sizes; unique if anything was never built. */
function stateOfSources() {
  const hash = createHash('sha256').update(folderOf({ tools: 1000, progress: false, isAsync: true }));
  for (const name of packages) {
    const folder = join(root, 'packages', name);
    hash.update(String(existsSync(join(folder, 'dist', 'index.js'))));
    for (const file of readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })) {
      const { mtimeMs, size } = statSync(join(folder, 'src', file));
      hash.update(`${name} ${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex');
}
