/**
 * Lists the source files that one call passes through: V8 counts the functions that run between a request and its answer.
 */
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { headersOf, messageOf, postOf } from '../serving/load/messages.mjs';
import { buildWork } from '../serving/served-tools/build-work.mjs';
import { root } from './root.mjs';

/** Inside of `tools/bench`, so that what stays outside of the bundle is found in node_modules. */
const bundle = join(root, 'tools/bench/.scratch/house/open-served.mjs');

/** @returns {Promise<import('./report-house.mjs').Measure>} the files of a warm modern call */
export async function countFilesOfCall() {
  await bundleServer();
  const { openServed } = await import(pathToFileURL(bundle).href);
  const server = await openServed(await buildWork({ tools: 3, progress: false }), { port: 0 });
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  const call = () => sendCall(socket);
  // Code that runs only with the first call is not on the path of a call.
  for (let before = 0; before < 3; before++) await call();
  const files = await functionsDuring(call);
  socket.destroy();
  await server.close();
  const largest = [...files].map(([name, size]) => ({ name, size })).toSorted((one, other) => other.size - one.size);
  return { title: 'source files that a call passes through, by the functions that run', value: files.size, largest };
}

/** Bundles the server from our sources into one file, in which a comment names the source of each part. */
async function bundleServer() {
  mkdirSync(join(bundle, '..'), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['tools/bench/serving/served/open-served.mjs'],
    outfile: bundle,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@sigil/source'],
    plugins: [
      {
        name: 'installed-packages',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@sigil/') ? undefined : { external: true, path },
          ),
      },
    ],
    logLevel: 'warning',
  });
}

/** @param {import('node:net').Socket} socket */
async function sendCall(socket) {
  const params = { name: 'add', arguments: { a: 1, b: 2 } };
  const message = messageOf('modern', { id: 1, method: 'tools/call', params });
  socket.write(postOf(message, headersOf('modern', message)));
  const [answer] = await once(socket, 'data');
  if (!String(answer).includes('"sum":3')) throw new Error(`the call failed: ${answer}`);
}

/**
 * Counts the functions that run meanwhile, by our source file.
 *
 * @param {() => Promise<void>} work
 * @returns {Promise<ReadonlyMap<string, number>>}
 */
async function functionsDuring(work) {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const script = result.find(({ url }) => url === pathToFileURL(bundle).href);
  if (script === undefined) throw new Error('no function of the server ran');
  const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId: script.scriptId });
  session.disconnect();
  const parts = [...scriptSource.matchAll(/^ *\/\/ (packages\/\S+\.ts)$/gm)].map(({ index, 1: file }) => ({
    index,
    file,
  }));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { ranges } of script.functions) {
    const [whole] = ranges;
    if (whole === undefined || whole.count === 0) continue;
    const file = parts.findLast(({ index }) => index < whole.startOffset)?.file;
    if (file !== undefined) counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  return counts;
}
