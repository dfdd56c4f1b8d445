import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { defineExtension, type Interceptor } from '@sigil/core/engine';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfiguration } from '../configuration/configuration.js';
import { openServer, type ServerOptions } from '../running/open-server.js';
import { openExtending } from './open-extending.js';
import type { FollowedModules } from './followed-modules.js';
import { openInterceptors } from './open-interceptors.js';

const id = 'com.example/audit';
const audit = `export default {
  id: '${id}',
  methods: {
    'audit/list': {
      params: { type: 'object', properties: { limit: { type: 'integer', maximum: 5 } }, additionalProperties: false },
      run: ({ limit = 1 }, call) => ({ entries: limit, server: call.server.name }),
    },
  },
};`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigil-extending-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
});

function write(name: string, source: string): string {
  const file = join(folder, name);
  writeFileSync(file, source);
  return file;
}

/** Opens a server with this configuration file, and returns its URL. */
async function serve(settings: JsonObject, options: ServerOptions = {}): Promise<string> {
  const config = write(
    'sigil.config.json',
    JSON.stringify({ port: 0, stateFolder: 'state', pluginsFolder: '.', ...settings }),
  );
  const server = await openServer(readConfiguration({ config }, {}, folder), { write: () => undefined, ...options });
  onTestFinished(() => server.close());
  return `${server.url}/mcp/all`;
}

/** Sends a request of the modern era and returns its answer. */
async function ask(url: string, method: string, params: JsonObject = {}, extensions: JsonObject = { [id]: {} }) {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': { extensions },
  };
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': '2026-07-28',
      'Mcp-Method': method,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } }),
  });
  return { status: answer.status, body: JSON.stringify(await answer.json()) };
}

/** Sends messages of one session, and returns the text of the last answer. */
async function askInSession(url: string, method: string): Promise<string> {
  const post = (message: JsonObject, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    });
  const capabilities = { extensions: { [id]: {} } };
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities, clientInfo };
  const greeting = await post({ id: 0, method: 'initialize', params });
  const session = { 'Mcp-Session-Id': greeting.headers.get('Mcp-Session-Id')! };
  await greeting.text();
  await post({ method: 'notifications/initialized' }, session);
  return (await post({ id: 1, method, params: {} }, session)).text();
}

test('an extension of the configuration is served to both eras, and declared', async () => {
  write('audit.mjs', audit);
  const url = await serve({ extensions: ['./audit.mjs'] });

  const modern = await ask(url, 'audit/list', { limit: 2 });
  const legacy = await askInSession(url, 'audit/list');
  const discovered = await ask(url, 'server/discover');

  expect(modern.body).toContain('"entries":2,"server":"all"');
  expect(legacy).toContain('"entries":1');
  expect(discovered.body).toContain(`"${id}":{}`);
});

test('params are checked by the schema, and clients without the extension are refused', async () => {
  write('audit.mjs', audit);
  const url = await serve({ extensions: ['./audit.mjs'] });

  const wrong = await ask(url, 'audit/list', { limit: 9 });
  const undeclared = await ask(url, 'audit/list', {}, {});
  const unknown = await ask(url, 'audit/erase');

  expect(wrong).toMatchObject({ status: 200, body: expect.stringContaining('a number of at most 5') as string });
  expect(undeclared).toMatchObject({ status: 400, body: expect.stringContaining('-32021') as string });
  expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('-32601') as string });
});

test('extensions and interceptors of the program run beside those of the configuration, outside of them', async () => {
  write(
    'inner.mjs',
    "export default async (request, next) => { const answer = await next(); answer.value.seen = ['inner']; return answer; };",
  );
  const outer: Interceptor = {
    name: 'outer',
    methods: ['tools/list', 'program/hello'],
    async intercept(_request, next) {
      const answer = await next();
      answer.value['seen'] = [...(answer.value['seen'] as string[]), 'outer'];
      return answer;
    },
  };
  const extensions = [
    defineExtension({ id: 'com.example/hello', clients: 'all', methods: { 'program/hello': { run: () => ({}) } } }),
  ];
  const url = await serve({ interceptors: ['./inner.mjs'] }, { extending: { extensions, interceptors: [outer] } });

  const list = await ask(url, 'tools/list');
  const hello = await ask(url, 'program/hello');

  expect(list.body).toContain('"seen":["inner","outer"]');
  expect(hello.body).toContain('"seen":["inner","outer"]');
});

test.each([
  ['a module that is not there', 'gone.mjs', undefined, /cannot be loaded/],
  ['a module that throws', 'bad.mjs', 'throw new Error("no key");', /cannot be loaded: no key/],
  ['a module without an extension', 'bad.mjs', 'export const audit = 1;', /must export an extension by default/],
  ['an id without a prefix', 'bad.mjs', "export default { id: 'audit' };", /prefix and a name/],
  [
    'an invalid schema',
    'bad.mjs',
    "export default { id: 'a.b/c', methods: { 'c/d': { params: { type: 'strin' }, run: () => ({}) } } };",
    /the schema of "c\/d" is not valid/,
  ],
])('%s stops the start with the file and the fault', async (_what, name, source, message) => {
  if (source !== undefined) write(name, source);

  await expect(serve({ extensions: [`./${name}`] })).rejects.toThrow(message);
});

test.each([
  ['no function', 'export default 1;', /must export a function or an interceptor/],
  ['an unknown member', 'export default { intercpt() {} };', /it has no member "intercpt"/],
  ['methods that are no list', "export default { methods: 'tools/call', intercept() {} };", /"methods" must be a list/],
  ['no time', 'export default { timeoutMs: 0, intercept() {} };', /"timeoutMs" must be a whole number/],
])('an interceptor with %s stops the start', async (_what, source, message) => {
  write('guard.mjs', source);

  await expect(serve({ interceptors: ['./guard.mjs'] })).rejects.toThrow(message);
});

test('an interceptor is loaded again when it, or a file that it names, changes', async () => {
  const policy = write('policy.json', '{ "says": "first" }');
  write('say.mjs', "import policy from './policy.json';\nexport const says = policy.says;");
  const guard = write(
    'guard.mjs',
    "import { says } from './say.mjs';\nexport default { files: ['./policy.json'], intercept: (request) => request.refuse(says) };",
  );
  const opened = await openInterceptors([guard], { note: () => undefined, failure: () => undefined });
  onTestFinished(() => opened.close());
  opened.follow();
  expect(saidBy(opened)).toBe('first');

  writeFileSync(policy, '{ "says": "second" }');

  await expect.poll(() => saidBy(opened), { timeout: 10_000 }).toBe('second');
});

test('a version that cannot be loaded leaves the one before it in force, and is logged', async () => {
  const guard = write('guard.mjs', 'export default (request) => request.refuse("closed");');
  const failure = vi.fn();
  const opened = await openInterceptors([guard], { note: () => undefined, failure });
  const before = opened.current();

  write('guard.mjs', 'export default (request => ;');
  await opened.reload();

  expect(opened.current()).toBe(before);
  expect(String(failure.mock.calls[0]?.[1])).toContain('cannot be loaded');
});

test('a saved extension is loaded again, and one that cannot be loaded leaves the version before it in force', async () => {
  const lines: string[] = [];
  write('audit.mjs', audit);
  const url = await serve({ extensions: ['./audit.mjs'] }, { write: (line) => void lines.push(line) });
  const answer = async (): Promise<string> => (await ask(url, 'audit/list')).body;
  expect(await answer()).toContain('"entries":1');

  write('audit.mjs', audit.replace('limit = 1', 'limit = 2'));
  await expect.poll(answer, { timeout: 10_000 }).toContain('"entries":2');
  write('audit.mjs', 'export default { id: 5 };');
  await expect.poll(() => lines.join('\n'), { timeout: 10_000 }).toContain("an extension's id must be a prefix");

  expect(await answer()).toContain('"entries":2');
});

test('a file that is missing when a module is saved loads it again once it is there', async () => {
  const guard = write('guard.mjs', 'export default (request) => request.refuse("first");');
  const failure = vi.fn();
  const opened = await openInterceptors([guard], { note: () => undefined, failure });
  onTestFinished(() => opened.close());
  opened.follow();
  write('guard.mjs', "import { says } from './rules/says.mjs';\nexport default (request) => request.refuse(says);");
  await expect.poll(() => failure.mock.calls.length, { timeout: 10_000 }).toBe(1);

  mkdirSync(join(folder, 'rules'));
  write('rules/says.mjs', "export const says = 'second';");

  await expect.poll(() => saidBy(opened), { timeout: 10_000 }).toBe('second');
});

test('nothing is loaded where nothing is configured', async () => {
  const { engine } = await openExtending({ follow: true }, { note: () => undefined, failure: () => undefined });

  expect(engine).toEqual({});
});

test.each([
  ['beside it', 'rules/say.ts', './rules/say.ts', 'export const says: string ='],
  ['of another folder', '../shared/say.json', '../shared/say.json', ''],
  ['written with the end of JavaScript', 'rules/say.ts', './rules/say.js', 'export const says: string ='],
])('an interceptor is loaded again when a file %s that it imports changes', async (_where, path, imported, before) => {
  const own = join(folder, 'guards');
  mkdirSync(join(own, 'rules'), { recursive: true });
  mkdirSync(join(folder, 'shared'));
  const say = (text: string): void =>
    writeFileSync(
      join(own, path),
      before === '' ? JSON.stringify({ says: text }) : `${before} ${JSON.stringify(text)};`,
    );
  say('first');
  const guard = join(own, 'guard.mjs');
  writeFileSync(
    guard,
    `${before === '' ? 'import data from' : 'import * as data from'} '${imported}';\nexport default (request) => request.refuse(data.says);`,
  );
  const opened = await openInterceptors([guard], { note: () => undefined, failure: () => undefined });
  onTestFinished(() => opened.close());
  opened.follow();
  expect(saidBy(opened)).toBe('first');

  say('second');

  await expect.poll(() => saidBy(opened), { timeout: 10_000 }).toBe('second');
});

/** Returns the reason for which the first interceptor refuses a request. */
function saidBy(opened: Pick<FollowedModules<Interceptor>, 'current'>): string {
  const refuse = (reason: string): never => {
    throw new Error(reason);
  };
  try {
    void opened.current()[0]?.intercept({ refuse } as never, (async () => ({})) as never);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}
