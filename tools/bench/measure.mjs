/**
 * Runs one subject as a process of its own and says what it cost: CPU of the process and of all it started, memory, and time.
 */
import { spawn } from 'node:child_process';

/**
 * @typedef {object} Cost
 * @property {number} cpuMs user and system time, children included; of those that outlive the process, as far as it says so itself
 * @property {number} wallMs
 * @property {number} rssMb the highest of the process itself
 * @property {number} schemas how many schemas it says it made
 */

/**
 * @param {string} script absolute
 * @param {readonly string[]} args
 * @returns {Promise<Cost>}
 * @throws Error with what it printed, when it failed
 */
export async function measure(script, args) {
  const startedAt = performance.now();
  // The shell's `time` is the one portable count that includes what the process's own children spent.
  const command = 'TIMEFORMAT="%U %S"; time "$0" "$@"';
  const { code, stdout, stderr } = await run('bash', ['-c', command, process.execPath, script, ...args]);
  if (code !== 0) throw new Error(`${script} failed:\n${stderr}${stdout}`);

  const [user = 0, system = 0] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  const { runningMs = 0, ...said } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '{}');
  return { cpuMs: (user + system) * 1000 + runningMs, wallMs: performance.now() - startedAt, ...said };
}

/** @param {string} command @param {readonly string[]} args */
function run(command, args) {
  const child = spawn(command, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/**
 * The value in the middle; of an even number, the lower of the two.
 *
 * @param {readonly number[]} values at least one
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
