/**
 * Runs a script with this Node and collects its output.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const mostOutputBytes = 64 * 1024 * 1024;
const timeLimitMs = 120_000;

/**
 * @param {readonly string[]} args a script and its arguments
 * @param {string} cwd
 * @returns {Promise<string>} its standard output
 * @throws Error with its whole output, when it fails or takes longer than two minutes
 */
export async function runNode(args, cwd) {
  try {
    const options = { cwd, maxBuffer: mostOutputBytes, timeout: timeLimitMs, encoding: /** @type {const} */ ('utf8') };
    return (await run(process.execPath, [...args], options)).stdout;
  } catch (cause) {
    const { stdout = '', stderr = '' } = /** @type {{ stdout?: string, stderr?: string }} */ (cause); // Node's own error
    throw new Error(`"${args.slice(1).join(' ')}" failed in "${cwd}":\n${stdout}${stderr}`.trimEnd(), { cause });
  }
}
