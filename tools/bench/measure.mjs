/**
 * Runs one subject as a separate process and reports its cost: CPU of the process and its children, memory, and time.
 */
import { spawn } from 'node:child_process';

/**
 * @typedef {object} Cost
 * @property {number} cpuMs user and system time, including children; for children that outlive the process, as it reports itself
 * @property {number} wallMs
 * @property {number} rssMb peak of the process itself
 * @property {number} schemas number of schemas it reports
 */

/**
 * @param {string} script absolute
 * @param {readonly string[]} args
 * @returns {Promise<Cost>}
 * @throws Error with its output when it failed
 */
export async function measure(script, args) {
  const startedAt = performance.now();
  // The shell's `time` is the only portable count that includes the process's own children.
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
 * Returns the median; of an even number of values, the lower middle one.
 *
 * @param {readonly number[]} values at least one
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}
