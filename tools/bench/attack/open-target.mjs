/**
 * Starts the server under attack: a separate process with the plugins of `fixtures/`, one in its own thread and one in a worker.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPlugin } from '@sigil/codegen';
import { compilerOptions } from '../plugin-tsconfig.mjs';

const scratch = fileURLToPath(new URL('../.scratch/attack', import.meta.url));
const program = fileURLToPath(new URL('../../../apps/server/dist/main.js', import.meta.url));
const sources = fileURLToPath(new URL('fixtures', import.meta.url));
const configuration = { plugins: { remote: { link: 'worker' } } };
const tsconfig = { compilerOptions: { ...compilerOptions, types: ['node'] }, include: ['src'] };

/**
 * @typedef {object} Target
 * @property {string} url of its MCP endpoint
 * @property {string} remoteUrl of the endpoint whose plugin is in a worker
 * @property {number} pid
 * @property {() => string} said returns its log so far
 * @property {() => void} leaveLog stops reading the log
 * @property {() => Promise<void>} close
 */

/** Builds the plugins, once for all targets. */
export async function buildTargets() {
  await rm(scratch, { recursive: true, force: true });
  for (const name of ['target', 'remote']) {
    const folder = join(scratch, 'plugins', name);
    await mkdir(join(folder, 'src'), { recursive: true });
    const about = { name, version: '1.0.0', type: 'module', sigil: { plugin: true } };
    await writeFile(join(folder, 'package.json'), JSON.stringify(about));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    await copyFile(join(sources, `${name}.ts`), join(folder, 'src', `${name}.ts`));
    const { diagnostics } = await buildPlugin(folder);
    if (diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  }
  await writeFile(join(scratch, 'sigil.config.json'), JSON.stringify(configuration));
}

/** @returns {Promise<Target>} */
export async function openTarget() {
  const args = ['--config', join(scratch, 'sigil.config.json'), '--plugins', join(scratch, 'plugins')];
  const child = spawn(
    process.execPath,
    [program, '--port', '0', '--ws', '--sse', '--state', join(scratch, 'state'), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let log = '';
  child.stderr.on('data', (chunk) => (log += chunk));
  const base = await listening(child, () => log);
  return {
    url: `${base}/mcp/target`,
    remoteUrl: `${base}/mcp/remote`,
    pid: child.pid ?? 0,
    said: () => log,
    leaveLog: () => void child.stderr.destroy(),
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server has ended:\n${log}`);
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, import('node:stream').Readable>} child
 * @param {() => string} log
 * @returns {Promise<string>} the address it listens on
 */
function listening(child, log) {
  let said = '';
  return new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      const url = /serves on (http:\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    });
    child.once('exit', () => reject(new Error(`the server ended:\n${said}${log()}`)));
  });
}
