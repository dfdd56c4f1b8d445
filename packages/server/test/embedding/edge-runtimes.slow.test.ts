/**
 * Imports the built entries for embedding as bundlers of edge runtimes resolve them, and serves a plugin from such a bundle. The nightly run
 * starts one in a runtime of its own.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, pluginSource } from '@sigil/test-support/temporary-plugins';
import { callOf, initialize, request } from '@sigil/testing/transports';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { openHandler } from '../../src/embedding/open-handler.js';

const run = promisify(execFile);
const server = dirname(createRequire(import.meta.url).resolve('@sigil/server/package.json'));

const program = `
const { openHandler, serve } = await import('@sigil/server/embedding');
for (const open of [openHandler, serve]) await open('plugins').catch(({ name, message }) => console.log(name + ': ' + message));
`;

test.each(['edge-light', 'workerd'])(
  'a runtime with the condition "%s" is told at the start why it cannot serve',
  async (condition) => {
    const args = [`--conditions=${condition}`, '--input-type=module', '--eval', program];

    const { stdout } = await run(process.execPath, args, { cwd: server });

    expect(stdout.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^ConfigurationError: openHandler\("plugins"\): an edge runtime has no files .*no workers or processes/,
      ),
      expect.stringMatching(/^ConfigurationError: serve\("plugins"\): .*openEdgeHandler of @sigil\/server\/edge/),
    ]);
  },
);

test('the entry imports nothing of Node', () => {
  const imported = (file: string): string[] => {
    const text = readFileSync(file, 'utf8');
    const names = [...text.matchAll(/(?:from|import)\s*\(?["']([^"']+)["']/g)].map(([, name = '']) => name);
    return names.flatMap((name) => (name.startsWith('.') ? imported(join(dirname(file), name)) : [name]));
  };

  expect(imported(join(server, 'dist/embedding-edge.js'))).toEqual([]);
});

/** The modules of Node in a bundle that Cloudflare's runtime has too. Spec: developers.cloudflare.com, workers/runtime-apis/nodejs */
const modulesThere = ['buffer', 'crypto', 'events', 'http', 'net', 'stream', 'timers/promises'];

const worker = (dist: string): string => `
import { openEdgeHandler } from '@sigil/server/edge';
import manifest from ${JSON.stringify(join(dist, 'manifest.json'))};
import * as code from ${JSON.stringify(join(dist, 'plugin.cjs'))};

const { handler } = openEdgeHandler([{ manifest, code }]);
const answers = [];
for (const [head, body] of JSON.parse(process.argv[2])) {
  const answer = await handler(new Request('http://localhost/mcp', { method: 'POST', headers: head, body }));
  answers.push([answer.status, [...answer.headers], await answer.text()]);
}
console.log(JSON.stringify(answers));
`;

test('a bundle for an edge runtime answers as the handler on Node, without packages beside it', async () => {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  await plugins.writePlugin('inn', pluginSource({ greet: 'welcome' }));
  buildPlugins([join(plugins.path, 'inn')]);
  const home = mkdtempSync(join(tmpdir(), 'sigil-edge-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const bundle = join(home, 'worker.mjs');
  const { metafile } = await build({
    stdin: { contents: worker(join(plugins.path, 'inn/dist')), resolveDir: server },
    ...{ bundle: true, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'] },
    ...{ conditions: ['workerd', 'worker', 'browser'], external: ['node:*'], outfile: bundle },
    ...{ metafile: true, logLevel: 'error' },
  });
  const head = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const modern = { ...head, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'greet' };
  const legacy = { ...head, 'mcp-protocol-version': '2025-06-18' };
  const sent: readonly (readonly [Record<string, string>, string])[] = [
    [head, JSON.stringify(initialize(1, '2025-06-18'))],
    [legacy, JSON.stringify(request(2, 'tools/call', { name: 'greet', arguments: {} }))],
    [modern, JSON.stringify(callOf(3, 'greet'))],
    [modern, '{'],
  ];

  const { stdout } = await run(process.execPath, [bundle, JSON.stringify(sent)], { cwd: home });

  const onNode = await openHandler(join(plugins.path, 'inn'), { write: () => undefined, stateless: true });
  onTestFinished(() => onNode.close());
  const asked = sent.map(async ([headers, body]) => {
    const answer = await onNode.handler(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    return [answer.status, [...answer.headers], await answer.text()];
  });
  expect(JSON.parse(stdout)).toEqual(await Promise.all(asked));
  expect(stdout.match(/welcome/g)).toHaveLength(2);
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  expect([...new Set(imported)].filter((it) => !modulesThere.includes(it.replace(/^node:/, '')))).toEqual([]);
});
