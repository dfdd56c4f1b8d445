/**
 * Counts the costs of the benchmark's server without a clock: modules of a start, files and bytes of a call, heap that is held.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { countHeld } from '../serving/counting/count-held.mjs';
import { startCounted } from '../serving/counting/count-costs.mjs';
import { measureInstall } from '../serving/measuring/installed.mjs';
import { buildWork } from '../serving/served-tools/build-work.mjs';
import { root } from './root.mjs';

const bench = join(root, 'tools/bench/');

/** @typedef {import('./report-house.mjs').Measure} Measure */

/** The calls that are counted, one connection and one call at a time. */
const calls = /** @type {const} */ ([
  { name: 'in a session', mode: 'legacy', tools: 3 },
  { name: 'without a session', mode: 'stateless', tools: 3, stateless: true },
  { name: 'without a handshake', mode: 'modern', tools: 3 },
  { name: 'of one of 1,000 tools', mode: 'modern', tools: 1000 },
  { name: 'of an async method, in a session', mode: 'legacy', tools: 3, isAsync: true },
  { name: 'of an async method, without a handshake', mode: 'modern', tools: 3, isAsync: true },
]);

/** Needs built packages. @returns {Promise<Measure[]>} */
export async function countServed() {
  await buildWork({ tools: 3, progress: true });
  await buildWork({ tools: 1000, progress: true });
  await buildWork({ tools: 3, progress: false });
  await buildWork({ tools: 3, progress: false, isAsync: true });
  const costs = [];
  for (const call of calls) costs.push(...(await countCall(call)));
  return [...(await countStart()), ...countInstall(), ...costs, ...(await countNotices()), ...(await countHeap())];
}

/** @returns {Promise<Measure[]>} what a server loads from its start to its first answer */
async function countStart() {
  const sizes = await modulesOfServer();
  const files = Object.keys(sizes).filter((file) => !file.startsWith(bench));
  const bytes = files.reduce((sum, file) => sum + (sizes[file] ?? 0), 0);
  return [
    { title: 'modules loaded by a start', value: files.length },
    { title: 'kilobytes loaded by a start', value: Math.ceil(bytes / 1024) },
  ];
}

/**
 * Returns the size of every module loaded from the start of the benchmark's server to its first answer.
 *
 * @returns {Promise<Readonly<Record<string, number>>>} bytes by absolute path
 */
export async function modulesOfServer() {
  const folder = mkdtempSync(join(tmpdir(), 'sigil-house-'));
  const report = join(folder, 'modules.json');
  const recorder = pathToFileURL(join(bench, 'serving/module-recorder.mjs')).href;
  const args = ['--import', recorder, join(bench, 'serving/run-server.mjs'), '--port', '0'];
  const env = { ...process.env, RECORD_MODULES: report, NODE_OPTIONS: '' };
  const server = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  const [said] = await Promise.race([once(server.stdout, 'data'), ended]);
  const url = /http:\S+/.exec(String(said))?.[0];
  if (url === undefined) throw new Error('the server did not start: are the packages built?');
  const first = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } };
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(first) });
  await response.text();
  server.kill('SIGTERM');
  await ended;
  const sizes = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(folder, { recursive: true });
  return sizes;
}

/** @returns {Measure[]} */
function countInstall() {
  const { packages, megabytes } = measureInstall(['@sigil/core', '@sigil/plugin-host', '@sigil/transport-http'], bench);
  return [
    { title: 'packages of an install of core, plugin host and HTTP', value: packages.length },
    { title: 'kilobytes of that install', value: Math.ceil(megabytes * 1024) },
  ];
}

/** @param {typeof calls[number] & { stateless?: boolean, isAsync?: boolean }} call @returns {Promise<Measure[]>} */
async function countCall({ name, mode, ...options }) {
  const server = await startCounted(options);
  const { allocatedBytes, promises, writes } = await (await server.connect(mode)).countCalls();
  await server.stop();
  return [
    { title: `bytes allocated by a call ${name}`, value: Math.round(allocatedBytes) },
    { title: `promises of a call ${name}`, value: promises },
    { title: `writes of a call ${name}`, value: writes },
  ];
}

/** @returns {Promise<Measure[]>} */
async function countNotices() {
  const server = await startCounted({ tools: 3 });
  const { allocatedBytes } = await (await server.connect('modern')).countNotices();
  await server.stop();
  return [{ title: 'bytes allocated by a progress notification', value: Math.round(allocatedBytes) }];
}

/** @returns {Promise<Measure[]>} */
async function countHeap() {
  const server = await startCounted({ tools: 3 });
  const { session, sessionStream, modernStream } = await countHeld(server);
  await server.stop();
  return [
    { title: 'bytes held by an idle session', value: Math.round(session) },
    { title: 'bytes held by an open stream of a session', value: Math.round(sessionStream) },
    { title: 'bytes held by an open subscriptions/listen', value: Math.round(modernStream) },
  ];
}
