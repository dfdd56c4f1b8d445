import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { openSession } from './facility/served-plugin.test-support.js';

const token = 'a-token-that-nobody-guesses';
const names = ['MCP_ADMIN_TOKEN', 'MCP_ADMIN_TOKEN_FILE', 'MCP_REQUEST_STATE_KEY', 'OTHER', 'FROM_FILE'];

let folder: string;
let server: ServerProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-secrets-'));
  const script = `JSON.stringify(process.env)`;
  const shell = { command: process.execPath, args: ['--print', script], arguments: {}, env: [...names, 'PATH'] };
  await writeFile(join(folder, 'mcps.source.json'), JSON.stringify({ seen: { shell } }));
  await writeFile(join(folder, 'token'), `${token}\n`);
  const variables = { MCP_ADMIN_TOKEN_FILE: join(folder, 'token'), OTHER: 'overridden', FROM_FILE: 'from a file' };
  const lines = Object.entries(variables).map(([name, value]) => `${name}="${value}"\n`);
  await writeFile(join(folder, '.env'), lines.join(''));
  const files = ['--mcps', join(folder, 'mcps.source.json'), '--env-file', join(folder, '.env')];
  server = await startServer(files, {
    MCP_REQUEST_STATE_KEY: Buffer.alloc(32, 7).toString('base64'),
    OTHER: 'not a secret of the server',
  });
}, 30_000);

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test('the admin token is read from the file that a variable names, also one of --env-file', async () => {
  const status = (presented: string): Promise<number> =>
    fetch(`${server.url}/admin/status`, { headers: { authorization: `Bearer ${presented}` } }).then((it) => it.status);

  expect([await status(token), await status(join(folder, 'token'))]).toEqual([200, 401]);
});

test('a command that requests secrets of the server does not get them', async () => {
  const session = await openSession(`${server.url}/mcp/seen`);

  const { body } = await session.call('seen', {});
  const seen = JSON.parse(body.result!.content![0]!.text!) as Record<string, string>;

  expect(names.filter((name) => name in seen)).toEqual(['OTHER', 'FROM_FILE']);
  expect(seen).toMatchObject({ OTHER: 'not a secret of the server', FROM_FILE: 'from a file' });
});
