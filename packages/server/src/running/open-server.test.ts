import { mkdtemp, rm } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('a server without plugins serves, names itself, and can be closed twice', async () => {
  const server = await openServer(await configured({}), { log });

  const answer = await fetch(`${server.url}/healthz`);
  await Promise.all([server.close(), server.close()]);

  expect(answer.status).toBe(200);
  expect(server.servers.map(({ name }) => name)).toEqual(['all']);
});

test('watching without a program that builds is refused', async () => {
  await expect(openServer(await configured({ watch: true }), { log })).rejects.toThrow('--watch: nothing here builds');
});

test('requests are answered that name a host which the operator allows, and no other', async () => {
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
