/** The addresses beside the endpoints: their methods, their exact paths, and who answers for the rest. */
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfiguration } from '../configuration/configuration.js';
import { openServerLog } from '../log/server-log.js';
import { openServer } from './open-server.js';

const token = 'a-token-that-nobody-guesses';
let url: string;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sigil-web-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const environment = { MCP_ADMIN_TOKEN: token, MCP_CARD: 'basic', MCP_METRICS: 'true' };
  const configuration = readConfiguration({ plugins: folder, port: '0' }, environment, folder);
  const server = await openServer(configuration, { log: openServerLog(() => undefined) });
  onTestFinished(() => server.close());
  url = server.url!;
});

/** Sends the path as it is written: `fetch` would change it. */
function ask(method: string, path: string, headers: Readonly<Record<string, string>> = {}) {
  return new Promise<{ readonly status: number | undefined; readonly body: string }>((resolve, reject) => {
    const sent = request(url, { method, path, headers }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (text: string) => (body += text));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    });
    sent.on('error', reject).end();
  });
}

test.each([
  ['GET', '/livez', 200],
  ['HEAD', '/livez', 200],
  ['HEAD', '/readyz', 200],
  ['HEAD', '/metrics', 200],
  ['HEAD', '/mcp/meta/all', 200],
  ['POST', '/livez', 404],
  ['GET', '/livez/', 404],
  ['GET', '/Livez', 404],
  ['GET', '/metrics/', 404],
  ['GET', '/MCP', 404],
  ['GET', '/mcp/meta/ALL', 404],
  ['GET', '/mcp/meta/all/', 404],
  ['GET', '/mcp/meta/%61ll', 200],
  ['GET', '/mcp/meta/all.json', 200],
  ['GET', '/mcp/meta/all.changes.json', 404],
  ['GET', '/mcp/meta/%E0%A4%A', 404],
  ['GET', '/mcp/meta/', 404],
  ['GET', '/mcp/meta/..%2fall', 404],
  ['GET', '/mcp/assets/', 404],
  ['PUT', '/dashboard.json', 405],
  ['GET', '/dashboard/', 404],
  ['GET', '/mcp/all/server-card', 200],
  ['POST', '/mcp/all/server-card', 405],
  ['GET', '/mcp/none/server-card', 404],
  ['GET', '/', 302],
  ['GET', '//', 404],
  ['GET', '/oauth/start', 400],
  ['GET', '/oauth/callback/', 404],
])('%s %s is answered with %d', async (method, path, status) => {
  expect((await ask(method, path)).status).toBe(status);
});

test.each([
  '/mcp',
  '/mcp/meta',
  '/mcp/meta/all',
  '/mcp/meta/all.json',
  '/dashboard',
  '/dashboard.json',
  '/dashboard/events',
])('%s is refused for a foreign host name', async (path) => {
  const { status, body } = await ask('GET', path, { host: 'rebound.example' });

  expect(status).toBe(403);
  expect(body).toContain('rebound.example');
});

const authorization = { authorization: `Bearer ${token}` };

test.each(['GET /admin/', 'GET /admin/reload', 'PUT /admin/status', 'GET /admin/status/', 'DELETE /admin/a/b'])(
  '%s names the actions that there are, to those who may use them',
  async (route) => {
    const [method = '', path = ''] = route.split(' ');

    const refused = await ask(method, path);
    const answered = await ask(method, path, authorization);

    expect([refused.status, answered.status]).toEqual([401, 404]);
    expect(answered.body).toContain('POST /admin/rollback?server=');
    expect(refused.body).not.toContain('rollback');
  },
);

test('the admin address answers status and levels, and nothing at its own path', async () => {
  const [status, levels, bare] = [
    await ask('GET', '/admin/status', authorization),
    await ask('POST', '/admin/log?module=calls&level=silent', authorization),
    await ask('GET', '/admin', authorization),
  ];

  expect([status.status, levels.status, bare.status]).toEqual([200, 200, 404]);
  expect(JSON.parse(levels.body)).toMatchObject({ calls: 'silent' });
});
