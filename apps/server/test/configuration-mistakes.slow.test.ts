import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { mainProgram, startServer, type ServerProcess } from './built-server.test-support.js';
import { openSession } from './facility/served-plugin.test-support.js';

let folder: string;
let server: ServerProcess | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-mistakes-'));
});

afterEach(() => server?.stop());
afterAll(() => rm(folder, { recursive: true, force: true }));

async function writeSource(text: string | object): Promise<string> {
  const file = join(folder, 'mcps.source.json');
  await writeFile(file, typeof text === 'string' ? text : JSON.stringify(text));
  return file;
}

async function serve(source: object): Promise<string> {
  server = await startServer(['--mcps', await writeSource(source)]);
  return server.url;
}

async function statusOf(url: string, path: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body,
  });
  await response.text();
  return response.status;
}

async function listed(url: string, name: string): Promise<readonly unknown[]> {
  const session = await openSession(`${url}/mcp/${name}`);
  const { body } = await session.request('tools/list');
  return ((body.result?.['tools'] ?? []) as { name: string }[]).map((tool) => tool.name);
}

const closed = { echo: { enabled: false }, jq: { enabled: false } };

test('a server with a mistake is refused by name, a disabled one stays closed, and the others serve', async () => {
  const url = await serve({ ...closed, date: { toolz: {} }, markdown: { description: 'Sound' } });

  const statuses = await Promise.all(['echo', 'jq', 'date'].map((name) => statusOf(url, `/mcp/${name}`)));
  const answer = await fetch(`${url}/mcp/date`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: '{}',
  });
  const page = await (await fetch(`${url}/mcp/meta/date`, { headers: { accept: 'text/html' } })).text();
  const health = await (await fetch(`${url}/healthz`)).json();
  const all = await listed(url, 'all');

  expect(statuses).toEqual([404, 404, 503]);
  expect(await answer.json()).toMatchObject({
    error: { message: expect.stringMatching(/^The server “date” is not served: .*there is no "toolz"/) as string },
  });
  expect(page).toContain('there is no &quot;toolz&quot;');
  expect(health).toMatchObject({ status: 'degraded', refused: { date: [expect.stringContaining('"toolz"')] } });
  expect(server?.said()).toContain('server "date" is refused');
  expect(await listed(url, 'markdown')).toEqual(['convert']);
  expect(all.filter((name) => /^(markdown|sql)/.test(String(name)))).not.toEqual([]);
  expect(all.filter((name) => /^(echo|jq|date)/.test(String(name)))).toEqual([]);
});

test('a source that is not JSON fails the start with one line that names the position', async () => {
  const file = await writeSource('{\n  "echo": { "enabled": false }\n  "jq": {}\n}');

  const args = [mainProgram, '--port', '0', '--state', join(folder, 'state'), '--mcps', file];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });

  expect(status).toBe(2);
  expect(stderr).toMatch(/^\S*error\S* mcps\.source\.json: line 3, column 3: expected "," or "}"\n$/);
});

test('a variable that names no proxy fails the start with one line that does not repeat its value', () => {
  const args = [mainProgram, '--port', '0', '--state', join(folder, 'state')];
  const env = { ...process.env, HTTPS_PROXY: 'ftp://me:secret@host' };
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000, env });

  expect(status).toBe(2);
  expect(stderr).toMatch(/^\S*error\S* the variable HTTPS_PROXY must be the http: or https: URL of a proxy\n$/);
});

test('while running, an invalid save keeps the old configuration and a valid one applies', async () => {
  const url = await serve({ ...closed, markdown: { description: 'Before' } });
  const problemsOf = async (): Promise<unknown> =>
    ((await (await fetch(`${url}/healthz`)).json()) as { configuration?: unknown }).configuration;

  await writeSource('{ "echo": ');
  await expect
    .poll(problemsOf, { timeout: 20_000, interval: 50 })
    .toEqual([expect.stringContaining('line 1, column 11')]);
  const duringSave = await Promise.all(['echo', 'jq', 'markdown'].map((name) => statusOf(url, `/mcp/${name}`)));
  await writeSource({ ...closed, markdown: { enabled: false } });
  await expect.poll(() => statusOf(url, '/mcp/markdown'), { timeout: 20_000, interval: 50 }).toBe(404);

  expect(duringSave.slice(0, 2)).toEqual([404, 404]);
  expect(duringSave[2]).not.toBe(404);
  expect(server?.said()).toContain('the configuration from before holds');
  expect(await problemsOf()).toBeUndefined();
});

test('while running, a server whose entry becomes invalid keeps its old configuration and is reported', async () => {
  const url = await serve({ ...closed, markdown: { description: 'Before', tools: { convert: {} } } });

  await writeSource({ ...closed, echo: { enabld: false }, markdown: { toolz: {} } });
  await expect.poll(() => server?.said(), { timeout: 20_000, interval: 50 }).toContain('"markdown" from before holds');
  const page = async (): Promise<string> =>
    (await fetch(`${url}/mcp/meta/markdown`, { headers: { accept: 'text/html' } })).text();
  await expect.poll(page, { timeout: 20_000, interval: 50 }).toContain('there is no &quot;toolz&quot;');

  expect(await listed(url, 'markdown')).toEqual(['convert']);
  expect(await statusOf(url, '/mcp/echo')).toBe(404);
  expect(await (await fetch(`${url}/healthz`)).json()).toMatchObject({
    status: 'degraded',
    configuration: [expect.stringContaining('"enabld"'), expect.stringContaining('"toolz"')],
  });
});
