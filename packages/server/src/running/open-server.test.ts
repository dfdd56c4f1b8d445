import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, pluginSource } from '@sigil/test-support/temporary-plugins';
import { expect, onTestFinished, test } from 'vitest';
import { readConfiguration, type RawConfiguration } from '../configuration/configuration.js';
import { openServerLog } from '../log/server-log.js';
import { openServer } from './open-server.js';

async function configured(flags: RawConfiguration) {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-open-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return readConfiguration({ plugins: folder, state: join(folder, 'state'), port: '0', ...flags }, {}, folder);
}

const log = openServerLog(() => undefined);

test('a server without plugins serves only "all", and can be closed twice', async () => {
  const server = await openServer(await configured({}), { log });

  const answer = await fetch(`${server.url}/healthz`);
  await Promise.all([server.close(), server.close()]);

  expect(answer.status).toBe(200);
  expect(server.servers.map(({ name }) => name)).toEqual(['all']);
});

test('settings of an unknown plugin are logged with the nearest name', async () => {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  // Without a build it serves nothing, but is hosted.
  await mkdir(join(plugins.path, 'dice'));
  await writeFile(join(plugins.path, 'dice', 'package.json'), '{ "sigil": { "plugin": true } }');
  const configuration = await configured({ plugins: plugins.path });
  const settings = new Map([
    ['dise', { link: 'worker' }],
    ['dice', {}],
    ['gone', { enabled: false }],
  ] as const);
  const lines: string[] = [];

  const server = await openServer({ ...configuration, plugins: settings }, { write: (line) => lines.push(line) });
  onTestFinished(() => server.close());

  expect(lines.join('')).toContain(
    '"plugins" has settings for "dise", and no such plugin is hosted. Did you mean "dice"?',
  );
  expect(lines.join('')).not.toContain('"gone"');
});

test('--watch is rejected when nothing can build', async () => {
  await expect(openServer(await configured({ watch: true }), { log })).rejects.toThrow('--watch: nothing here builds');
});

test('a request is answered only for an allowed host', async () => {
  const server = await openServer(await configured({ allowHost: ['mcp.example.com'] }), { log });
  onTestFinished(() => server.close());
  const statusFor = (host: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const request = get(`${server.url}/mcp`, { headers: { host, accept: 'text/html' } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      request.once('error', reject);
    });

  expect(await statusFor('mcp.example.com')).toBe(200);
  expect(await statusFor('evil.example.com')).toBe(403);
});

test('a server that fails to open leaves its metrics port closed', async () => {
  const metricsPort = await freePort();
  const configuration = { ...(await configured({})), metrics: true, metricsPort, mcps: '/no/such/mcps.json' };

  await expect(openServer(configuration, { log })).rejects.toThrow('mcps.json');

  await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow('fetch failed');
});

test('a closed server does not pick up new plugins', async () => {
  const plugins = await newPluginsFolder();
  onTestFinished(() => plugins.remove());
  const server = await openServer(await configured({ plugins: plugins.path }), { log });
  await server.close();
  await plugins.writePlugin('late', pluginSource({ where: 'here' }));
  buildPlugins([join(plugins.path, 'late')]);

  await server.reload();

  expect(server.servers.map(({ name }) => name)).toEqual(['all']);
});

test('an IPv6 listen address is accepted as a host in either notation', async () => {
  const configuration = { ...(await configured({})), host: '::ffff:127.0.0.1' };
  const server = await openServer(configuration, { log });
  onTestFinished(() => server.close());
  const url = String(server.url);
  const pages = [url, url.replace('::ffff:127.0.0.1', '::ffff:7f00:1')].map((it) =>
    fetch(`${it}/mcp`, { headers: { accept: 'text/html' } }),
  );

  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200]);
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
