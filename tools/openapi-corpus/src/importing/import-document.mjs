/**
 * Runs `sigil import openapi` and what an author runs next, each as a program of its own.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../../..', import.meta.url));
const cli = join(workspace, 'packages/cli/dist/main.js');
const compiler = join(workspace, 'node_modules/@typescript/native/bin/tsc');
const memoryHook = new URL('measure-memory.mjs', import.meta.url).href;

/** Plugins are written here, so that their imports find the workspace's packages. */
export const scratchFolder = fileURLToPath(new URL('../../.scratch', import.meta.url));

/**
 * @typedef {object} Outcome
 * @property {boolean} isOk
 * @property {string} output of both streams
 * @property {number} milliseconds
 * @property {number} bytes the most memory that the process used; 0 where another program took its place, as the compiler's does on Node 24
 */

/** @param {string} file @param {string} name @param {string} [parent] of the plugin's folder @returns {Promise<Outcome & { folder: string }>} */
export async function importDocument(file, name, parent = scratchFolder) {
  const folder = join(parent, name);
  rmSync(folder, { recursive: true, force: true });
  const args = [cli, 'import', 'openapi', file, '--out', folder, '--name', name, '--all'];
  return { ...(await run(args)), folder };
}

/** @param {string} folder */
export function buildPlugin(folder) {
  return run([cli, 'build', folder]);
}

/** @param {string} folder */
export function checkTypes(folder) {
  return run([compiler, '--noEmit', '-p', folder]);
}

/** Hashes every file that an import wrote, by its path. @param {string} folder @returns {Record<string, string>} */
export function hashFiles(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((it) => it.isFile());
  const paths = files
    .map((it) => relative(folder, join(it.parentPath, it.name)))
    .filter((path) => !/^(dist|node_modules)\b/.test(path));
  const hash = (/** @type {string} */ path) =>
    createHash('sha256')
      .update(readFileSync(join(folder, path)))
      .digest('hex');
  return Object.fromEntries(paths.sort().map((path) => [path, hash(path)]));
}

/** @param {readonly string[]} args of node @returns {Promise<Outcome>} */
async function run(args) {
  const memoryFile = join(scratchFolder, `${process.pid}.memory`);
  mkdirSync(dirname(memoryFile), { recursive: true });
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args], {
    cwd: workspace,
    env: { ...process.env, NODE_OPTIONS: `--import=${memoryHook}`, CORPUS_MEMORY_FILE: memoryFile },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** @type {Buffer[]} */
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  child.stderr.on('data', (chunk) => chunks.push(chunk));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const milliseconds = performance.now() - startedAt;
  const bytes = existsSync(memoryFile) ? Number(readFileSync(memoryFile, 'utf8')) : 0;
  rmSync(memoryFile, { force: true });
  return { isOk: code === 0, output: Buffer.concat(chunks).toString(), milliseconds, bytes };
}
