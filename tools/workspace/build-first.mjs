/**
 * Runs before a program of the workspace starts: builds what it needs and shows each step with its time, or the error. If
 * nothing has changed, it prints and does nothing.
 *
 * Prints to standard error: the program's standard output may belong to the protocol.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { buildProgram } from './build-program.mjs';
import { readBuildState, readKeptState } from './build-state.mjs';
import { runByLine } from './run-command.mjs';
import { showSteps } from './show-steps.mjs';
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
  const startedAt = performance.now();
  console.error(`Building ${build?.name} (once, and after changes):`);
  const steps = showSteps(process.stderr);
  const problem = build && (await ('program' in build ? buildProgram(root, build, steps) : runNx(build.args, steps)));
  steps.close();
  if (problem !== undefined) {
    console.error(problem);
    console.error('The build failed, so nothing was started.');
    process.exitCode = 1;
    return;
  }
  console.error(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
  // Keeps the sources' state from before the build: later changes may not be in it.
  mkdirSync(dirname(keptIn), { recursive: true });
  writeFileSync(keptIn, JSON.stringify({ sources, built: readBuildState(root).built }));
}

/**
 * @param {readonly string[]} args
 * @param {import('./show-steps.mjs').ShownSteps} steps
 * @returns {Promise<string | undefined>} the problem, if the build failed
 */
async function runNx(args, steps) {
  const startedAt = performance.now();
  steps.begin('Building with Nx');
  const { isGreen, output } = await runByLine(args, (line) => {
    const [, task] = /^\s*✔ +nx run (\S+)/.exec(stripVTControlCharacters(line)) ?? [];
    if (task !== undefined) steps.end(task, (performance.now() - startedAt) / 1000);
  });
  return isGreen ? undefined : output;
}
