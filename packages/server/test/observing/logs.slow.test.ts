import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openObservedServer } from './observed-server.test-support.js';

const adminToken = 'admin-t0ken-of-the-test';
const planted = {
  header: 'planted-in-a-header',
  argument: 'planted-in-an-argument',
  environment: 'planted-in-the-environment',
  url: 'planted-in-a-url',
  upstream: 'planted-by-an-upstream',
};

/** Answers everything with an error that repeats what it was sent. */
async function openLeakyUpstream(): Promise<string> {
  const http = createServer((request, response) => {
    response.writeHead(500, { 'Content-Type': 'text/plain' });
    response.end(`no: ${request.url} ${JSON.stringify(request.headers)} password=${planted.upstream}`);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close());
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp?api_key=${planted.url}`;
}

const linesOf = (lines: readonly string[], module: string): object[] =>
  lines
    .flatMap((text) => text.trimEnd().split('\n'))
    .map((line) => JSON.parse(line))
    .filter((it) => it.module === module);

test('the log is JSON when configured, with an access line for each call', async () => {
  const { call, lines } = await openObservedServer({ MCP_LOG: 'json', MCP_ACCESS_LOG_PERCENT: '100' });

  await call('echo', { text: 'hi' });
  const answer = await call('break', { secret: 'x' });

  await vi.waitFor(
    () =>
      expect(linesOf(lines, 'access')).toMatchObject([
        { level: 'info', subject: 'sky', server: 'sky', method: 'tools/call', name: 'echo', outcome: 'ok' },
        { level: 'info', name: 'break', outcome: 'tool-error', durationMs: expect.any(Number) },
      ]),
    20_000,
  );
  expect(answer).not.toMatch(/src\/|sky\.ts/);
  expect(linesOf(lines, 'calls')).toMatchObject([
    {
      level: 'error',
      subject: 'sky',
      incident: expect.stringMatching(/^[0-9a-f]{8}$/),
      msg: expect.stringMatching(/TypeError: cannot read x[^]*src\/sky\.ts:\d+/),
      time: expect.stringMatching(/^\d{4}-/),
    },
  ]);
});

test('failed calls are always logged, whatever the sampling', async () => {
  const { call, lines } = await openObservedServer({ MCP_LOG: 'json', MCP_ACCESS_LOG_PERCENT: '0' });

  await call('echo', { text: 'hi' });
  await call('refuse', { why: 'no' });

  await vi.waitFor(() => expect(linesOf(lines, 'access')).toHaveLength(1), 20_000);
  expect(linesOf(lines, 'access')).toMatchObject([{ name: 'refuse', outcome: 'tool-error' }]);
});

test('an operator changes the level of a module while the server runs', async () => {
  const { server, call, lines } = await openObservedServer({
    MCP_ACCESS_LOG_PERCENT: '100',
    MCP_ADMIN_TOKEN: adminToken,
  });
  const admin = async (method: string, query = '') => {
    const headers = { Authorization: `Bearer ${adminToken}` };
    const answer = await fetch(`${server.url}/admin/log${query}`, { method, headers });
    return [answer.status, await answer.json()];
  };

  await admin('POST', '?module=access&level=silent');
  await call('echo', { text: 'one' });
  const silent = lines.length;
  await admin('POST', '?module=access&level=info');
  await call('echo', { text: 'two' });

  await vi.waitFor(() => expect(lines.slice(silent).join('')).toContain('tools/call echo ok'), 20_000);
  expect(lines.slice(0, silent).join('')).not.toContain('tools/call');
  expect(await admin('GET')).toEqual([200, { server: 'info', plugins: 'info', calls: 'info', access: 'info' }]);
  expect((await admin('POST', '?module=acces&level=info'))[0]).toBe(400);
});

test('a secret is in no log, metric or page', async () => {
  vi.stubEnv('SKY_TOKEN', planted.environment);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { server, call, ask, lines } = await openObservedServer({
    MCP_LOG: 'json',
    MCP_ACCESS_LOG_PERCENT: '100',
    MCP_METRICS: 'true',
    MCP_ADMIN_TOKEN: adminToken,
    MCP_SERVER_LEAKY_URL: await openLeakyUpstream(),
    MCP_CLIENT_RETRY_ATTEMPTS: '0',
  });
  const headers = { Authorization: `Bearer ${planted.header}`, Cookie: `session=${planted.header}` };

  await call('echo', { text: planted.argument });
  await call('echo', { txet: planted.argument });
  await call('leak', { what: planted.argument });
  await ask('tools/call', { name: planted.argument }, headers);
  await ask('resources/read', { uri: `https://${planted.url}/?token=${planted.url}` }, headers);
  const pages = [
    ...['/metrics', '/healthz', '/dashboard', '/dashboard.json'],
    ...['/mcp', '/mcp/meta/sky', '/mcp/meta/leaky', '/mcp/meta'],
  ];
  const read = async (path: string): Promise<string> =>
    (await fetch(`${server.url}${path}`, { headers: { Accept: 'text/html' } })).text();
  await vi.waitFor(async () => expect(await read('/healthz')).toContain('lastError'), { timeout: 30_000 });
  const texts = [...lines, ...(await Promise.all(pages.map(read)))];

  const secrets = [...Object.values(planted), adminToken, 'pa55word', '5igned', 'header-t0ken'];
  const leaks = secrets.flatMap((secret) =>
    texts.filter((text) => text.includes(secret)).map((text) => [secret, text]),
  );
  expect(leaks).toEqual([]);
  expect(lines.join('')).toContain('login with [redacted] failed');
});
