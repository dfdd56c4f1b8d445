/**
 * Runs one command of the workspace from its root and waits for it; collects its output or passes it through.
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} Outcome
 * @property {boolean} isGreen whether the command exited with code 0
 * @property {number} seconds its duration
 * @property {string} output both streams in order; empty when they were passed through
 */

/**
 * Runs a script with this same Node and keeps its output.
 *
 * @param {readonly string[]} args the script, relative to the folder, and its arguments
 * @param {string} [cwd] the folder that it runs in; the workspace's root by default
 * @returns {Promise<Outcome>}
 */
export function runQuietly(args, cwd) {
  return run(args, { stdio: ['ignore', 'pipe', 'pipe'], cwd });
}

/**
 * Runs a script with this same Node and passes its output through.
 *
 * @param {readonly string[]} args the script, relative to the workspace's root, and its arguments
 * @returns {Promise<Outcome>}
 */
export function runAloud(args) {
  return run(args, { stdio: ['ignore', 'inherit', 'inherit'] });
}

/**
 * Runs a script like `runQuietly`, and calls back with each line of standard output on arrival.
 *
 * @param {readonly string[]} args the script, relative to the workspace's root, and its arguments
 * @param {(line: string) => void} onLine
 * @returns {Promise<Outcome>}
 */
export function runByLine(args, onLine) {
  return run(args, { stdio: ['ignore', 'pipe', 'pipe'], onLine });
}

/**
 * @param {readonly string[]} args
 * @param {{ stdio: import('node:child_process').StdioOptions, cwd?: string | undefined, onLine?: (line: string) => void }} options
 * @returns {Promise<Outcome>}
 */
function run(args, { stdio, cwd = workspaceRoot, onLine }) {
  const startedAt = performance.now();
  // Nx starts a process for each of its plugins otherwise, which takes longer than a build that finds nothing to do.
  const env = { NX_ISOLATE_PLUGINS: 'false', ...process.env };
  const child = spawn(process.execPath, [...args], { cwd, env, stdio });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  if (onLine && child.stdout) createInterface({ input: child.stdout }).on('line', onLine);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = (performance.now() - startedAt) / 1000;
      resolve({ isGreen: code === 0, seconds, output: Buffer.concat(chunks).toString() });
    });
  });
}
