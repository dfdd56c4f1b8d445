/**
 * Runs one command of the workspace from its root and waits for it, collecting what it prints or letting it through.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {object} Outcome
 * @property {boolean} isGreen whether the command ended with exit code 0
 * @property {number} seconds how long it ran
 * @property {string} output what it printed, both streams in order; empty when it was shown as it came
 */

/**
 * Runs a script with this same Node and keeps its output.
 *
 * @param {readonly string[]} args the script, relative to the workspace's root, and its arguments
 * @returns {Promise<Outcome>}
 */
export function runQuietly(args) {
  return run(args, ['ignore', 'pipe', 'pipe']);
}

/**
 * Runs a script with this same Node and shows its output as it comes.
 *
 * @param {readonly string[]} args the script, relative to the workspace's root, and its arguments
 * @returns {Promise<Outcome>}
 */
export function runAloud(args) {
  return run(args, ['ignore', 'inherit', 'inherit']);
}

/** @param {readonly string[]} args @param {import('node:child_process').StdioOptions} stdio @returns {Promise<Outcome>} */
function run(args, stdio) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args], { cwd: workspaceRoot, stdio });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout?.on('data', (chunk) => chunks.push(chunk));
  child.stderr?.on('data', (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = (performance.now() - startedAt) / 1000;
      resolve({ isGreen: code === 0, seconds, output: Buffer.concat(chunks).toString() });
    });
  });
}
