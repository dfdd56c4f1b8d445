/**
 * Checks the modules and packages of a production server against budgets that do not depend on the machine.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import budgets from '../budgets.json' with { type: 'json' };
import { measureInstall } from './measuring/installed.mjs';
import { buildWork } from './served-tools/build-work.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const benchmark = fileURLToPath(new URL('..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'sigil-budgets-'));
afterAll(() => rmSync(scratch, { recursive: true }));

let sizes: Readonly<Record<string, number>> = {};
beforeAll(async () => {
  await buildWork({ tools: 3, progress: false });
  sizes = await modulesOfServer();
});

/** Returns the size of every module loaded from the start of the benchmark's server to its first answer. */
async function modulesOfServer(): Promise<Readonly<Record<string, number>>> {
  const report = join(scratch, 'modules.json');
  const recorder = pathToFileURL(join(here, 'module-recorder.mjs')).href;
  const args = ['--import', recorder, join(here, 'run-server.mjs'), '--port', '0'];
  const env = { ...process.env, RECORD_MODULES: report, NODE_OPTIONS: '' };
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const [said] = (await Promise.race([once(server.stdout, 'data'), ended])) as [unknown];
  const url = /http:\S+/.exec(String(said))?.[0];
  if (url === undefined) throw new Error('the server did not start: are the packages built?');
  const first = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(first) });
  await response.text();
  server.kill('SIGTERM');
  await ended;
  return JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
}

/** Lists the loaded files, without those of the benchmark itself. */
function loadedFiles(): string[] {
  return Object.keys(sizes).filter((file) => !file.startsWith(benchmark));
}

test('a server loads no more modules and kilobytes than its budget', () => {
  const files = loadedFiles();
  const kilobytes = Math.ceil(files.reduce((sum, file) => sum + (sizes[file] ?? 0), 0) / 1024);

  expect(files.some((file) => file.endsWith(join('plugin-host', 'dist', 'index.js')))).toBe(true);
  expect(files.length).toBeLessThanOrEqual(budgets.start.modules);
  expect(kilobytes).toBeLessThanOrEqual(budgets.start.kilobytes);
});

test('a server loads no schema library', () => {
  const packages = new Set(loadedFiles().flatMap((file) => packageOf(file) ?? []));

  expect(loadedFiles()).not.toEqual([]);
  expect([...packages].filter((name) => budgets.schemaLibraries.includes(name))).toEqual([]);
});

test('an install of core, plugin host and one transport stays within its package and size budgets', () => {
  const names = ['@sigil/core', '@sigil/plugin-host', '@sigil/transport-http'];
  const { packages, megabytes } = measureInstall(names, here);

  expect(packages.length, packages.join(', ')).toBeLessThanOrEqual(budgets.install.packages);
  expect(megabytes).toBeLessThanOrEqual(budgets.install.megabytes);
});

/** Returns the package in `node_modules` that the file belongs to. */
function packageOf(file: string): string | undefined {
  const [first, second] = (file.split(`${sep}node_modules${sep}`).at(-1) ?? '').split(sep);
  if (!file.includes(`${sep}node_modules${sep}`) || first === undefined) return undefined;
  return first.startsWith('@') ? `${first}/${second}` : first;
}
