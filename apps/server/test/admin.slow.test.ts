import { cp, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ServerProcess } from './built-server.test-support.js';
import { openSession, serveWorks, type ServedPlugin } from './facility/served-plugin.test-support.js';

const token = 'a-token-that-nobody-guesses';
let server: ServedPlugin;

beforeAll(async () => {
  server = await serveWorks([], { MCP_ADMIN_TOKEN: token });
});

afterAll(() => server.stop());

function admin(method: string, action: string, presented = token): Promise<Response> {
  return fetch(`${server.url}/admin/${action}`, { method, headers: { authorization: `Bearer ${presented}` } });
}

test('a missing or wrong admin token is rejected with 401, and nothing is done', async () => {
  const change = 'log?module=plugins&level=error';
  const before = await (await admin('GET', 'log')).text();
  const without = await fetch(`${server.url}/admin/${change}`, { method: 'POST' });
  const wrong = await admin('POST', change, 'another-token-of-that-length');

  expect(without.status).toBe(401);
  expect(wrong.status).toBe(401);
  expect(wrong.headers.get('www-authenticate')).toContain('Bearer');
  expect(await wrong.json()).toEqual({ error: 'this is not the admin token' });
  expect(await (await admin('GET', 'log')).text()).toBe(before);
  expect(JSON.parse(before)).toMatchObject({ plugins: expect.not.stringMatching('error') as string });
});

test('the admin status reports the plugin without a path', async () => {
  const response = await admin('GET', 'status');
  const text = await response.text();

  expect(JSON.parse(text)).toMatchObject({
    status: 'ok',
    plugins: { works: { state: 'serving', generation: 1, boot: { outcome: 'serving' } } },
    memory: { heapUsed: expect.any(Number) as number },
  });
  expect(text).not.toContain(server.plugins.path);
});

test('a reload mounts a new plugin folder, unmounts a removed one and keeps open sessions', async () => {
  const session = await openSession(`${server.url}/mcp/works`);
  const second = join(server.plugins.path, 'second');
  await mkdir(second);
  await cp(join(server.plugins.path, 'works', 'dist'), join(second, 'dist'), { recursive: true });
  await cp(join(server.plugins.path, 'works', 'package.json'), join(second, 'package.json'));

  await admin('POST', 'reload');
  const added = await openSession(`${server.url}/mcp/second`);
  const answer = await added.call('greet', { name: 'Ada' });
  await rm(second, { recursive: true });
  await admin('POST', 'reload');
  const gone = await fetch(`${server.url}/mcp/second`, { method: 'POST' });

  expect(answer.body.result?.content?.[0]?.text).toBe('Hello, Ada!');
  expect(gone.status).toBe(404);
  expect((await session.call('greet', { name: 'Bo' })).body.result?.content?.[0]?.text).toBe('Hello, Bo!');
});

test('a rollback without an earlier version is rejected with 409 and names the server', async () => {
  const response = await admin('POST', 'rollback?server=works');

  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({ error: expect.stringContaining('"works"') as string });
});

test('a new plugin folder is mounted automatically', async () => {
  const third = join(server.plugins.path, '.third');
  await cp(join(server.plugins.path, 'works'), third, { recursive: true });
  await rename(third, join(server.plugins.path, 'third'));

  await expect
    .poll(async () => (await fetch(`${server.url}/mcp/third`, { method: 'POST' })).status, { timeout: 10_000 })
    .not.toBe(404);
});

test('SIGHUP reloads the plugin folders', async () => {
  const before = server.said().length;
  await rm(join(server.plugins.path, 'works', 'dist', 'manifest.json'));

  server.process.kill('SIGHUP');

  await expect.poll(() => server.said().slice(before), { timeout: 10_000 }).toContain('manifest.json');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
});

test('the admin endpoint is absent without a token and in the read-only profile', async () => {
  const [open, readonly]: ServerProcess[] = await Promise.all([
    startServer([], { MCP_ADMIN_TOKEN: '' }),
    startServer(['--profile', 'readonly'], { MCP_ADMIN_TOKEN: token }),
  ]);
  const statuses = await Promise.all(
    [open!, readonly!].map(async ({ url }) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${url}/admin/status`, { headers })).status;
    }),
  );
  const listed = await (await openSession(`${readonly!.url}/mcp/all`)).request('tools/list');
  await Promise.all([open!.stop(), readonly!.stop()]);

  const tools = listed.body.result?.['tools'] as { name: string; annotations?: { readOnlyHint?: boolean } }[];
  expect(statuses).toEqual([404, 404]);
  expect(tools.length).toBeGreaterThan(3);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
});
