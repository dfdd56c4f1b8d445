/**
 * Lists the source files that one call passes through: V8 counts the functions that run between a request and its answer.
 */
import { once } from 'node:events';
import { Session } from 'node:inspector/promises';
import { connect } from 'node:net';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import budgets from '../budgets.json' with { type: 'json' };
import { headersOf, messageOf, postOf } from './load/messages.mjs';
import { openServed } from './served/open-served.mjs';
import { buildWork } from './served-tools/build-work.mjs';

const packages = fileURLToPath(new URL('../../../packages', import.meta.url));

/** Serves the benchmark's plugin with our packages, from sources, in this process. */
async function openServer(): Promise<number> {
  const server = await openServed(await buildWork({ tools: 3, progress: false }), { port: 0 });
  onTestFinished(() => server.close());
  return Number(new URL(server.url ?? '').port);
}

/** Returns a function that repeats the same call over one connection. */
async function openCaller(port: number): Promise<() => Promise<string>> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const params = { name: 'add', arguments: { a: 1, b: 2 } };
  const message = messageOf('modern', { id: 1, method: 'tools/call', params });
  const post = postOf(message, headersOf('modern', message));
  return async () => {
    socket.write(post);
    return String((await once(socket, 'data'))[0]);
  };
}

/** Matches the wrapper through which the test runner reads a module's exports; a native module would run no function for it. */
const exportReader = /^\(\) ?=> ?\{\s*try\s*\{\s*return\b/;

/** Returns our source files of which any function ran meanwhile, relative to the folder of packages. */
async function filesTouchedBy(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Debugger.enable');
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const files = [];
  for (const { scriptId, url, functions } of result) {
    const file = relative(packages, url.startsWith('file:') ? fileURLToPath(url) : url);
    if (!/^[a-z-]+\/src\/.*\.ts$/.test(file)) continue;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const ran = functions.flatMap(({ ranges: [whole] }) => (whole && whole.count > 0 ? [whole] : []));
    const texts = ran.map(({ startOffset, endOffset }) => scriptSource.slice(startOffset, endOffset));
    if (texts.some((text) => !exportReader.test(text))) files.push(file);
  }
  session.disconnect();
  return files.sort();
}

test('a call that returns at once passes through no more source files than its budget', async () => {
  const call = await openCaller(await openServer());
  // Warms up: code that runs only with the first call is not on the path of a call.
  for (let before = 0; before < 3; before++) expect(await call()).toContain('"sum":3');

  const files = await filesTouchedBy(call);

  console.log(`${files.length} source files:\n${files.join('\n')}`);
  expect(files).toContain('core/src/operations/tools-call.ts');
  expect(files.length).toBeLessThanOrEqual(budgets.touchedFiles);
});
