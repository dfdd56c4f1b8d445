import { mkdtemp, rm } from 'node:fs/promises';
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
