/**
 * Saves a file of a plugin repeatedly: measures the time of the generator and the bundler, and the time until a connected
 * client is notified of the changed list.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openPluginBuilder } from '@sigil/codegen';
// The official client, so that the time until a client knows of a change is not that of our own.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { median } from '../measure.mjs';
import { classModule, writeCorpus } from './write-corpus.mjs';

const tools = 100;
/** Number of first saves to discard, which run with cold caches. */
const warmUps = 3;
/** Longest wait for a save; beyond it something is broken. */
const timeoutMs = 20_000;
const sigil = fileURLToPath(new URL('../../../packages/cli/bin/sigil.mjs', import.meta.url));

/** @param {string} folder absolute; recreated @param {number} count */
export async function measureSaves(folder, count) {
  const [file = ''] = writeCorpus(folder, tools).files;
  const { generatorMs, bundleMs } = await measureBuilds(folder, { file, count });
  const liveMs = await measureLive(folder, { file, count });
  return { tools, count, generatorMs: spread(generatorMs), bundleMs: spread(bundleMs), liveMs: spread(liveMs) };
}

/** @param {string} folder @param {{ file: string, count: number }} saves */
async function measureBuilds(folder, { file, count }) {
  const builder = await openPluginBuilder(folder);
  await builder.build();
  const generatorMs = [];
  const bundleMs = [];
  for (let save = 0; save < count + warmUps; save++) {
    writeFileSync(file, classModule(0, `Searches, as of build ${save}.`));
    builder.refresh([file]);
    const { durationMs, diagnostics } = await within(builder.build(), 'a build');
    if (diagnostics.length > 0) throw new Error(`the corpus does not build: ${diagnostics[0]?.message}`);
    if (save >= warmUps) generatorMs.push(durationMs.read);
    if (save >= warmUps) bundleMs.push(durationMs.bundle);
  }
  await builder.close();
  return { generatorMs, bundleMs };
}

/** @param {string} folder @param {{ file: string, count: number }} saves */
async function measureLive(folder, { file, count }) {
  const server = spawn(process.execPath, [sigil, 'dev', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const client = new Client({ name: 'bench', version: '1.0.0' });
    /** @type {() => void} */
    let tell = () => undefined;
    client.setNotificationHandler('notifications/tools/list_changed', () => tell());
    await client.connect(new StreamableHTTPClientTransport(new URL(await within(servedUrl(server), 'the server'))));
    const liveMs = [];
    for (let save = 0; save < count + warmUps; save++) {
      /** @type {Promise<void>} */
      const told = new Promise((resolve) => (tell = resolve));
      const startedAt = performance.now();
      writeFileSync(file, classModule(0, `Searches, as of save ${save}.`));
      await within(told, 'the changed list');
      if (save >= warmUps) liveMs.push(performance.now() - startedAt);
    }
    await client.close();
    return liveMs;
  } finally {
    server.kill('SIGTERM');
  }
}

/** @param {import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>} server */
function servedUrl(server) {
  let text = '';
  /** @type {Promise<string>} */
  const url = new Promise((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /serves .* at (\S+)[^]*Watching/.exec(text)?.[1];
      if (found) resolve(found);
    });
    server.once('exit', (code) => reject(new Error(`sigil dev ended with ${code}: ${text}`)));
  });
  return url;
}

/** @template Value @param {Promise<Value>} promise @param {string} what @returns {Promise<Value>} */
function within(promise, what) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${what} did not come within ${timeoutMs} ms`)), timeoutMs);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** @param {readonly number[]} values */
function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}
