/** The first requests over standard input and output, while upstreams are being reached. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { JsonObject } from '@sigil/core';
import { modernRequest } from '@sigil/testing/transports';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../../src/configuration/configuration.js';
import { openServerLog } from '../../src/log/server-log.js';
import { openMounts } from '../../src/mounts/open-mounts.js';
import { observeNothing } from '../../src/observing/observe-nothing.js';
import { serveConfigured, serveMounts } from '../../src/running/serve-mounts.js';
import { onlyProcess } from '../../src/workers/membership.js';
import { openWaitingUpstream } from './gateway.test-support.js';

interface Answer {
  readonly id: number;
  readonly result: { readonly tools?: readonly { readonly name: string }[] };
}

/** Serves one of the configured servers. @param files the texts of files beside `mcps.source.json`, by name */
async function serve(name: string, servers: JsonObject, files: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-opening-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mcps = join(folder, 'mcps.source.json');
  await writeFile(mcps, JSON.stringify(servers));
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  const raw = { plugins: folder, state: join(folder, 'state'), mcps, stdio: name };
  const configuration = readConfiguration(raw, {}, folder);
  const log = openServerLog(() => undefined);
  const mounts = await openMounts(configuration, log);
  const [input, output] = [new PassThrough(), new PassThrough()];
  const parts = {
    log,
    loop: { blocked: [] },
    reload: () => Promise.resolve(),
    closers: [],
    streams: { input, output },
    builds: { changes: undefined, errors: () => ({}), stories: undefined },
    observation: observeNothing(log),
    callers: undefined,
    store: undefined,
    member: onlyProcess,
  };
  const server = await serveMounts(mounts, configuration, parts, serveConfigured);
  onTestFinished(() => server.close());
  const lines = createInterface({ input: output })[Symbol.asyncIterator]();
  return {
    tell: (message: JsonObject) => void input.write(`${JSON.stringify(message)}\n`),
    next: async () => JSON.parse((await lines.next()).value) as Answer,
  };
}

const namesOf = ({ result }: Answer): unknown => result.tools?.map(({ name }) => name);

test.each([
  ['of its own', 'far', ['add']],
  ['of a server that it includes', 'outer', ['f_add']],
  ['of any server, for all together', 'all', ['far_add', 'outer_f_add']],
])('the first list waits for the upstream %s, and the handshake does not', async (_whose, name, names) => {
  const upstream = await openWaitingUpstream({ name: 'add' });
  const far = { remote: { url: upstream.url, protocol: 'legacy' } };
  const { tell, next } = await serve(name, { far, outer: { include: [{ server: 'far', namespace: 'f' }] } });

  tell(modernRequest(1, 'tools/list'));
  tell(modernRequest(2, 'server/discover'));
  const first = await next();
  upstream.answer();

  expect(first.id).toBe(2);
  expect(namesOf(await next())).toEqual(names);
});

test('the first list waits for the transform that runs on what an upstream has', async () => {
  const upstream = await openWaitingUpstream({ name: 'add' }, { name: 'drop' });
  const remote = { url: upstream.url, protocol: 'legacy' };
  const keep = "export const tools = (_server, { tools }) => tools.filter(({ name }) => name === 'add');";
  const far = { remote, auto_discover: false, tools_transform_cid: 'keep.mjs' };
  const { tell, next } = await serve('far', { far }, { 'keep.mjs': keep });

  tell(modernRequest(1, 'tools/list'));
  upstream.answer();

  expect(namesOf(await next())).toEqual(['add']);
});

test('the first list of a server waits for no upstream of another one', async () => {
  const upstream = await openWaitingUpstream({ name: 'add' });
  const far = { remote: { url: upstream.url, protocol: 'legacy' } };
  const near = { shell: { name: 'clock', command: 'date' } };
  const { tell, next } = await serve('near', { far, near });

  tell(modernRequest(1, 'tools/list'));
  tell(modernRequest(2, 'server/discover'));

  expect([(await next()).id, (await next()).id]).toEqual([1, 2]);
});

test('the first list comes once the upstream has failed', async () => {
  const { tell, next } = await serve('far', { far: { remote: { url: 'http://127.0.0.1:9/mcp' } } });

  tell(modernRequest(1, 'tools/list'));

  expect(namesOf(await next())).toEqual([]);
});
