/**
 * Builds what a program of the workspace needs, then runs it: `node tools/workspace/run-task.mjs soak:attack -- Batch`.
 *
 * The last program runs in this process, so that a signal reaches it and its memory is its own.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { findTask, tasks } from './tasks.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [name, ...given] = process.argv.slice(2);
if (name === undefined || !Object.hasOwn(tasks, name)) {
  console.error(`Usage: node tools/workspace/run-task.mjs <task> [arguments]\n\n  ${Object.keys(tasks).join('\n  ')}`);
  process.exitCode = 2;
} else {
  await runTask(name, given[0] === '--' ? given.slice(1) : given);
}

/** @param {string} name @param {readonly string[]} given */
async function runTask(name, given) {
  const { task, args } = findTask(name, given);
  for (const build of task.builds) {
    // Standard output may belong to the protocol.
    if ((await runAlone(build.split(' '), ['ignore', 2, 2])) !== 0) process.exit(1);
  }
  const [first, ...others] = task.programs;
  const isHelp = args.includes('--help') || args.includes('-h');
  const runs = [[first, ...args], ...(isHelp ? [] : others.map((program) => [program]))];
  for (const run of runs.slice(0, -1)) {
    const code = await runAlone(run, 'inherit');
    if (code !== 0) process.exit(code);
  }
  await runHere(runs.at(-1) ?? []);
}

/** @param {readonly string[]} line a program and its arguments */
async function runHere([program = '', ...args]) {
  const path = join(root, program);
  process.argv = [process.execPath, path, ...args];
  await import(pathToFileURL(path).href);
}

/**
 * @param {readonly string[]} line a program and its arguments
 * @param {import('node:child_process').StdioOptions} stdio
 * @returns {Promise<number>} its exit code; 1 if a signal ended it
 */
async function runAlone([program = '', ...args], stdio) {
  const child = spawn(process.execPath, [join(root, program), ...args], { stdio });
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  const forwards = signals.map((signal) => /** @type {const} */ ([signal, () => void child.kill(signal)]));
  for (const [signal, forward] of forwards) process.on(signal, forward);
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  for (const [signal, forward] of forwards) process.off(signal, forward);
  return code ?? 1;
}
