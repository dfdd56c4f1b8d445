/** Programs that serve the plugins of a folder themselves: over HTTP by `serve`, or by their framework with `openHandler`. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { revisions } from '@sigil/core/engine';
import { namesModernEra } from '@sigil/core/internal';
import { connect } from '@sigil/client';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, pluginSource, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { callOf, initialize, modernRequest, request } from '@sigil/testing/transports';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openHandler, type HandlerOptions, type OpenHandler } from './open-handler.js';
import { serve, type ServedFolder, type ServeOptions } from './serve.js';

let plugins: PluginsFolder;

beforeAll(async () => {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('inn', pluginSource({ greet: 'welcome', pay: 'ten' }));
  await plugins.writePlugin('bar', pluginSource({ drink: 'water' }));
  buildPlugins([join(plugins.path, 'inn'), join(plugins.path, 'bar')]);
});
afterAll(() => plugins.remove());

const silent = { write: (): void => undefined };

async function open(folder: string, options: HandlerOptions = {}): Promise<OpenHandler> {
  const opened = await openHandler(folder, { ...silent, closeGraceMs: 1, ...options });
  onTestFinished(() => opened.close());
  return opened;
}

async function served(folder: string, options: ServeOptions = {}): Promise<ServedFolder> {
  const opened = await serve(folder, { ...silent, port: 0, closeGraceMs: 1, ...options });
  onTestFinished(() => opened.close());
  return opened;
}

const inn = (): string => join(plugins.path, 'inn');

/** A request as a client of the revision sends it. */
function post(
  message: object,
  headers: Readonly<Record<string, string>> = {},
  url = 'http://localhost/api/mcp',
): Request {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return new Request(url, { method: 'POST', headers: all, body: JSON.stringify(message) });
}

const modernHead = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' };
const modernCall = (name: string): Request => post(callOf(1, name), { ...modernHead, 'mcp-name': name });

describe('serve', () => {
  test('serves every plugin of a folder, and all of them together, to the client', async () => {
    const { url, servers } = await served(plugins.path);

    const client = await connect(`${url}/mcp/inn`, { name: 'test', version: '1.0.0' });
    onTestFinished(() => client.close());
    const { content } = await client.callTool('greet', {});

    expect(servers.map(({ name }) => name)).toEqual(['bar', 'inn', 'all']);
    expect(content).toEqual([{ type: 'text', text: 'welcome' }]);
  });

  test('serves a folder that is a plugin itself, and nothing of its folders', async () => {
    const { servers } = await served(inn());

    expect(servers.map(({ name }) => name)).toEqual(['inn', 'all']);
  });

  test('reads no variables of the program, no configuration file of its folder, and keeps no state', async () => {
    vi.stubEnv('MCP_PROFILE', 'nonsense');
    onTestFinished(() => void vi.unstubAllEnvs());
    const before = existsSync('.sigil');

    const { url } = await served(plugins.path);

    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(existsSync('.sigil')).toBe(before);
  });

  test('variables that are given count', async () => {
    const { url } = await served(plugins.path, { environment: { MCP_ADMIN_TOKEN: 'a-token-that-nobody-guesses' } });

    expect((await fetch(`${url}/admin/status`)).status).toBe(401);
  });

  test('an option of the wrong type is refused by its name', async () => {
    const wrong = { stateless: 'yes' } as unknown as ServeOptions;

    await expect(serve(plugins.path, wrong)).rejects.toThrow(/"stateless" of the options|the options.*"stateless"/);
  });
});

describe('openHandler', () => {
  test('answers with the only plugin, whatever the path of the request', async () => {
    const { handler } = await open(inn());

    const answer = await handler(modernCall('greet'));

    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('welcome');
  });

  test('answers with all plugins together, or with the server that is named', async () => {
    const all = await open(plugins.path);
    const one = await open(plugins.path, { server: 'bar' });
    const list = async ({ handler }: OpenHandler): Promise<string> => {
      const headers = { ...modernHead, 'mcp-method': 'tools/list' };
      const answer = await handler(post(modernRequest(1, 'tools/list'), headers));
      const { result } = (await answer.json()) as { readonly result: { readonly tools: readonly { name: string }[] } };
      return result.tools.map(({ name }) => name).join();
    };

    expect([await list(all), await list(one)]).toEqual([expect.stringMatching(/bar.drink.*inn.greet/), 'drink']);
  });

  test('a server that does not exist is refused, with the names that there are', async () => {
    const opening = openHandler(plugins.path, { ...silent, server: 'inm' });

    await expect(opening).rejects.toThrow('there is no server "inm"; there are "bar", "inn", "all"');
  });

  test('serves a later build without another call', async () => {
    const { handler, reload } = await open(inn());
    await plugins.writeSource('inn', pluginSource({ greet: 'good evening' }));
    buildPlugins([inn()]);

    await reload();

    expect(await (await handler(modernCall('greet'))).text()).toContain('good evening');
  });

  test('answers only for hosts that are allowed', async () => {
    const { handler } = await open(inn(), { allowedHosts: ['mcp.example.com'] });
    const statusAt = async (url: string): Promise<number> =>
      (await handler(post(callOf(1, 'greet'), { ...modernHead, 'mcp-name': 'greet' }, url))).status;

    expect(await statusAt('https://mcp.example.com/mcp')).toBe(200);
    expect(await statusAt('https://rebound.example/mcp')).toBe(403);
  });

  test('a closed handler refuses requests', async () => {
    const opened = await open(inn());
    await Promise.all([opened.close(), opened.close()]);

    expect((await opened.handler(modernCall('greet'))).status).toBe(503);
  });

  test.each([
    ['auth', { issuers: [] }, 'the framework authenticates callers'],
    ['port', 3_000, 'the framework listens'],
    ['metrics', true, 'a handler has no pages'],
    ['ws', false, 'a handler answers Streamable HTTP alone'],
    ['pluginsFolder', 'plugins', 'the folder is the first parameter'],
  ])('the option "%s" is refused with the reason, since it would do nothing', async (name, value, why) => {
    const opening = openHandler(inn(), { ...silent, [name]: value });

    await expect(opening).rejects.toThrow(`"${name}" is no option of openHandler: ${why}`);
  });

  test('lists tools as the option says', async () => {
    const { handler } = await open(plugins.path, { discovery: { mode: 'all', combined: 'search' } });
    const headers = { ...modernHead, 'mcp-method': 'tools/list' };

    const answer = await handler(post(modernRequest(1, 'tools/list'), headers));

    expect(await answer.text()).toContain('search_tools');
  });
});

const functions: Readonly<
  Record<string, (folder: string | URL, options: HandlerOptions) => Promise<{ close(): unknown }>>
> = {
  openHandler,
  serve: (folder, options) => serve(folder, { ...options, port: 0 }),
};

describe.each(Object.entries(functions))('%s with a folder that has no plugin', (_name, begin) => {
  async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'sigil-embedding-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return folder;
  }

  async function logOf(folder: string): Promise<string> {
    const lines: string[] = [];
    const opened = await begin(folder, { write: (line) => void lines.push(line), closeGraceMs: 1 });
    await opened.close();
    return lines.join('');
  }

  test.each<[string, Readonly<Record<string, string>>]>([
    ['uses Sigil', { 'package.json': '{ "dependencies": { "@sigil/core": "1" } }' }],
    ['is built', { 'package.json': '{}', 'dist/manifest.json': '{}' }],
  ])('refuses a package without the key that %s, with the line to add', async (_why, files) => {
    const folder = await folderWith(files);

    await expect(begin(folder, silent)).rejects.toThrow(
      `"${basename(folder)}" is not served: its package.json has no "sigil" key; add "sigil": { "plugin": true }`,
    );
  });

  test('refuses a package.json that is not JSON, with the place', async () => {
    await expect(begin(await folderWith({ 'package.json': '{' }), silent)).rejects.toThrow(
      /package\.json:1:2: it is not valid JSON/,
    );
  });

  test.each([undefined, '', 5])('refuses %j in its place', async (place) => {
    await expect(begin(place as string, silent)).rejects.toThrow(/takes the path of a folder, or its file: URL/);
  });

  test('takes the URL of a folder', async () => {
    const folder = await folderWith({ 'notes.md': '' });
    const opened = await begin(pathToFileURL(folder), silent);

    await opened.close();
  });

  test('logs that a folder of plugins is empty, or is not there yet', async () => {
    const folder = await folderWith({ 'notes.md': '' });

    expect(await logOf(folder)).toContain(`there are no plugins in the folder "${folder}" yet`);
    expect(await logOf(join(folder, 'later'))).toContain('the plugins folder "later" does not exist');
  });
});

const dates = revisions.map(({ date }) => date);
const modes = dates.flatMap((date) => [false, true].map((stateless) => ({ date, stateless })));

test.each(modes)('a client of $date gets the same from both, stateless: $stateless', async ({ date, stateless }) => {
  const { handler } = await open(inn(), { stateless });
  const { url } = await served(inn(), { stateless });
  const isModern = namesModernEra(date);
  const converse = async (ask: (request: Request) => Promise<Response>): Promise<readonly unknown[]> => {
    const opened = isModern ? undefined : await ask(post(initialize(1, date), {}, `${url}/mcp/inn`));
    const session = opened?.headers.get('mcp-session-id');
    const of: Record<string, string> = session ? { 'mcp-session-id': session } : {};
    const head = (name: string) => (isModern ? { ...modernHead, 'mcp-name': name } : of);
    const calls = ['greet', 'absent'].map((name, at) => {
      const call = isModern ? callOf(at + 2, name) : request(at + 2, 'tools/call', { name, arguments: {} });
      return post(call, head(name), `${url}/mcp/inn`);
    });
    const answers = [opened, ...(await Promise.all(calls.map(ask)))];
    return Promise.all(
      answers.map(async (it) => [it?.status, it?.headers.get('content-type'), await it?.text(), Boolean(session)]),
    );
  };

  const [fetched, direct] = [await converse((it) => handler(it)), await converse((it) => fetch(it))];

  expect(fetched).toEqual(direct);
});
