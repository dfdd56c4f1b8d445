/**
 * Runs before a program of the workspace is started: builds what it needs and says so in two lines, or shows what went
 * wrong. If nothing has changed since, it says and does nothing.
 *
 * Says it on standard error: the program's standard output may be the protocol's.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readBuildState, readKeptState } from './build-state.mjs';
import { runQuietly } from './run-command.mjs';
import { builds } from './steps.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const what = process.argv[2] ?? '';
const build = builds[what];
if (!build) throw new Error(`what to build must be one of ${Object.keys(builds).join(', ')}, got "${what}"`);

const keptIn = join(root, `.nx/workspace-data/sigil-built-${what}.json`);
const kept = readKeptState(keptIn);
const { sources, built } = readBuildState(root);
if (kept.sources !== sources || kept.built !== built) await buildAloud();

async function buildAloud() {
  console.error(`Building ${build?.name} …`);
  const outcome = await runQuietly(build?.args ?? []);
  if (!outcome.isGreen) {
    console.error(outcome.output);
    console.error('The build failed, so nothing was started.');
    process.exitCode = 1;
    return;
  }
  console.error(`Built in ${outcome.seconds.toFixed(1)} s.`);
  // Sources as they were before: what changed meanwhile may not be in the build.
  mkdirSync(dirname(keptIn), { recursive: true });
  writeFileSync(keptIn, JSON.stringify({ sources, built: readBuildState(root).built }));
}
