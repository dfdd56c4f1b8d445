/** Built plugins served from memory, as in an edge runtime. Another test runs them in one. */
import { readFileSync, rmSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { JsonObject } from '@sigil/core';
import { cidOf } from '@sigil/core/building';
import { revisions } from '@sigil/core/engine';
import { namesModernEra } from '@sigil/core/internal';
import { buildPlugins } from '@sigil/test-support/build-plugins';
import { newPluginsFolder, pluginSource, type PluginsFolder } from '@sigil/test-support/temporary-plugins';
import { callOf, initialize, modernRequest, request } from '@sigil/testing/transports';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { EdgeHandlerOptions } from './edge-options.js';
import type { EdgePlugin } from './edge-plugin.js';
import { openEdgeHandler, type EdgeHandler } from './open-edge-handler.js';
import { openHandler } from './open-handler.js';

let plugins: PluginsFolder;

const keyed = `import { Tool } from '@sigil/core';

/** Made by a test. */
export class Keyed {
  constructor(private readonly settings: { key: string }) {}

  /** Says how long the key is. */
  @Tool()
  measure(): string {
    return \`\${this.settings.key.length} characters\`;
  }
}
`;

const asking = `import { Tool, type Context } from '@sigil/core';

/** Made by a test. */
export class Asking {
  /** Asks, wherever the answer arrives. */
  @Tool()
  async ask(context: Context): Promise<string> {
    const answer = await context.elicit<{ sure: boolean }>('Sure?');
    return answer.action;
  }
}
`;

const stuck = `import { Tool } from '@sigil/core';

/** Made by a test. */
export class Stuck {
  async start(): Promise<void> {
    await new Promise(() => undefined);
  }

  /** Is never called. */
  @Tool()
  call(): string {
    return 'up';
  }
}
`;

const failing = `import { Tool } from '@sigil/core';

/** Each start evaluates this code again. */
const counted = globalThis as { startsInTest?: number };

/** Made by a test. */
export class Failing {
  start(): void {
    counted.startsInTest = (counted.startsInTest ?? 0) + 1;
    if (counted.startsInTest === 1) throw new Error('the upstream is away');
  }

  /** Says how often it was started. */
  @Tool()
  count(): string {
    return \`\${counted.startsInTest} starts\`;
  }
}
`;

beforeAll(async () => {
  plugins = await newPluginsFolder();
  await plugins.writePlugin('inn', pluginSource({ greet: 'welcome', pay: 'ten' }));
  await plugins.writePlugin('bar', pluginSource({ drink: 'water' }));
  await plugins.writePlugin('keyed', keyed);
  await plugins.writePlugin('failing', failing);
  await plugins.writePlugin('asking', asking);
  await plugins.writePlugin('stuck', stuck);
  await plugins.writePlugin('guide', pluginSource({ walk: 'left' }));
  await mkdir(join(plugins.path, 'guide/skills/tour'), { recursive: true });
  const skill = '---\nname: tour\ndescription: Shows the town.\n---\n\nGo left.\n';
  await writeFile(join(plugins.path, 'guide/skills/tour/SKILL.md'), skill);
  buildPlugins(['inn', 'bar', 'keyed', 'failing', 'asking', 'stuck', 'guide'].map((name) => join(plugins.path, name)));
});
afterAll(() => plugins.remove());

const require = createRequire(import.meta.url);

/** Returns the modules of a build, as an import has them. */
function modulesOf(name: string): EdgePlugin {
  const dist = join(plugins.path, name, 'dist');
  const code: unknown = require(join(dist, 'plugin.cjs'));
  return { manifest: JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')), code: { default: code } };
}

function open(
  given: readonly EdgePlugin[],
  options: EdgeHandlerOptions = {},
): EdgeHandler & { readonly log: string[] } {
  const log: string[] = [];
  const opened = openEdgeHandler(given, { write: (line) => void log.push(line), ...options });
  onTestFinished(() => opened.close());
  return { ...opened, log };
}

function post(message: object, headers: Readonly<Record<string, string>> = {}, host = 'localhost'): Request {
  const all = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers };
  return new Request(`https://${host}/mcp`, { method: 'POST', headers: all, body: JSON.stringify(message) });
}

const modern = (method: string): Record<string, string> => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
});
const modernCall = (name: string, host?: string): Request =>
  post(callOf(1, name), { ...modern('tools/call'), 'mcp-name': name }, host);

async function toolsOf({ handler }: Pick<EdgeHandler, 'handler'>): Promise<readonly string[]> {
  const answer = await handler(post(modernRequest(1, 'tools/list'), modern('tools/list')));
  const { result } = (await answer.json()) as { readonly result: { readonly tools: readonly { name: string }[] } };
  return result.tools.map(({ name }) => name);
}

describe.each(revisions.map(({ date }) => date))('a client of %s', (date) => {
  const isModern = namesModernEra(date);
  const head = (method: string): Record<string, string> =>
    isModern ? modern(method) : { 'mcp-protocol-version': date };
  const ask = (id: number, method: string, params: JsonObject = {}): object =>
    isModern ? modernRequest(id, method, params) : request(id, method, params);

  async function converse(handle: (request: Request) => Promise<Response>): Promise<readonly unknown[]> {
    const messages = [
      ...(isModern ? [] : [post(initialize(1, date))]),
      ...['tools/list', 'prompts/list', 'nothing/there'].map((method, at) => post(ask(at + 2, method), head(method))),
      ...['greet', 'absent'].map((name, at) =>
        post(ask(at + 9, 'tools/call', { name, arguments: {} }), {
          ...head('tools/call'),
          ...(isModern && { 'mcp-name': name }),
        }),
      ),
      new Request('http://localhost/mcp', { headers: { accept: 'text/event-stream', ...head('') } }),
      new Request('http://localhost/mcp', { method: 'DELETE', headers: head('') }),
    ];
    const answers = await Promise.all(messages.map(handle));
    return Promise.all(answers.map(async (it) => [it.status, [...it.headers], await it.text()]));
  }

  test.each([[['inn']], [['inn', 'bar']]])('gets the answers of the handler on Node, from %j', async (names) => {
    const folder = names.length > 1 ? await folderOf(names) : join(plugins.path, 'inn');
    const onNode = await openHandler(folder, { write: () => undefined, stateless: true, closeGraceMs: 1 });
    onTestFinished(() => onNode.close());
    const edge = open(names.map(modulesOf));

    const expected = await converse((it) => onNode.handler(it));
    const answers = await converse((it) => edge.handler(it));

    expect(answers.length).toBeGreaterThan(6);
    expect(answers.map(withoutVersion)).toEqual(expected.map(withoutVersion));
  });
});

/** Of several plugins, a handler on Node has its own version. */
function withoutVersion(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(/\\"name\\":\\"all\\",\\"version\\":\\"[\d.]+\\"/g, ''));
}

/** Writes a folder with some of the plugins. */
async function folderOf(names: readonly string[]): Promise<string> {
  const some = await newPluginsFolder();
  onTestFinished(() => rmSync(some.path, { recursive: true }));
  for (const name of names) {
    await some.writePlugin(name, readFileSync(join(plugins.path, name, 'src', `${name}.ts`), 'utf8'));
    buildPlugins([join(some.path, name)]);
  }
  return some.path;
}

describe('plugins in memory', () => {
  test('have the names of their plugins in front where there are several', async () => {
    expect(await toolsOf(open([modulesOf('inn'), modulesOf('bar')]))).toEqual(['bar_drink', 'inn_greet', 'inn_pay']);
    expect(await toolsOf(open([modulesOf('bar')]))).toEqual(['drink']);
  });

  test.each([
    ['the module itself', (code: unknown) => code],
    ['a namespace', (code: unknown) => ({ default: code, 'module.exports': code })],
    ['a namespace in a namespace', (code: unknown) => ({ default: { default: code } })],
  ])('are served from %s, which bundlers make of CommonJS', async (_form, wrap) => {
    const { manifest, code } = modulesOf('bar');
    const { handler } = open([{ manifest, code: wrap((code as { default: unknown }).default) }]);

    expect(await (await handler(modernCall('drink'))).text()).toContain('water');
  });

  test('get their settings, with variables of the environment that is passed', async () => {
    const plugin = { ...modulesOf('keyed'), configuration: { key: '${KEY}' } };

    const { handler } = open([plugin], { environment: { KEY: 'secret-1', BUCKET: {} } });

    expect(await (await handler(modernCall('measure'))).text()).toContain('8 characters');
    expect(() => open([plugin])).toThrow(
      'the plugin "keyed": "configuration.key" names the variable KEY, which is not set',
    );
    expect(() => open([plugin], { environment: { KEY: {} } })).toThrow('the variable KEY is not a text');
  });

  test('are started again by the next request where the first could not start them', async () => {
    const { handler, log } = open([modulesOf('failing')]);

    const [first, second] = [await handler(modernCall('count')), await handler(modernCall('count'))];

    expect([first.status, second.status]).toEqual([503, 200]);
    expect(await first.text()).not.toContain('upstream');
    expect(log.join('')).toMatch(/^failing: cannot be served: .*start.*because: .*the upstream is away/s);
    expect(await second.text()).toContain('2 starts');
  });

  test('are given up where their start takes too long', async () => {
    const { handler, log } = open([modulesOf('stuck')], { limits: { callTimeoutMs: 10 } });

    const answers = await Promise.all([handler(modernCall('call')), handler(modernCall('call'))]);

    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(log).toEqual(['stuck: cannot be served: the start took longer than 10 ms (limit callTimeoutMs)\n']);
  });

  test('answer only for hosts that are allowed, and the log names the others', async () => {
    const { handler, log } = open([modulesOf('bar')], { allowedHosts: ['mcp.example.com'] });

    expect((await handler(modernCall('drink', 'mcp.example.com'))).status).toBe(200);
    expect((await handler(modernCall('drink', 'rebound.example'))).status).toBe(403);
    expect(log.join('')).toContain('rebound.example');
  });

  test('have the limits that are given', async () => {
    const { handler } = open([modulesOf('inn')], { limits: { pageSize: 1 } });

    expect(await toolsOf({ handler })).toHaveLength(1);
  });

  test('answer no more once they are closed', async () => {
    const { handler, close } = open([modulesOf('bar')]);
    await handler(modernCall('drink'));
    await Promise.all([close(), close()]);

    expect((await handler(modernCall('drink'))).status).toBe(503);
  });

  test('leave the manifest as it was given, which other modules may read', async () => {
    const plugin = modulesOf('inn');
    const before = JSON.stringify(plugin.manifest);

    await toolsOf(open([plugin]));

    expect(JSON.stringify(plugin.manifest)).toBe(before);
  });
});

describe('a question', () => {
  interface Round extends JsonObject {
    readonly result: { readonly requestState: string; readonly inputRequests: JsonObject };
  }

  async function ask({ handler }: EdgeHandler, more: JsonObject = {}): Promise<JsonObject> {
    const _meta = { 'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } } };
    const message = modernRequest(1, 'tools/call', { name: 'ask', arguments: {}, _meta, ...more });
    const answer = await handler(post(message, { ...modern('tools/call'), 'mcp-name': 'ask' }));
    return (await answer.json()) as JsonObject;
  }

  async function askInTwo(options: EdgeHandlerOptions): Promise<JsonObject> {
    const [first, second] = [open([modulesOf('asking')], options), open([modulesOf('asking')], options)];
    const { result } = (await ask(first)) as Round;
    const [key = ''] = Object.keys(result.inputRequests);
    const inputResponses = { [key]: { action: 'accept', content: { sure: true } } };
    return ask(second, { requestState: result.requestState, inputResponses });
  }

  test('is answered in another isolate that has the same keys', async () => {
    const answer = await askInTwo({ requestStateKeys: [new Uint8Array(32).fill(7)] });

    expect(JSON.stringify(answer)).toContain('accept');
  });

  test('is refused in another isolate without them', async () => {
    expect(await askInTwo({})).toMatchObject({ error: { code: -32602 } });
  });
});

describe('a search for tools', () => {
  const found = async ({ handler }: Pick<EdgeHandler, 'handler'>, query: string): Promise<string> => {
    const search = modernRequest(1, 'tools/call', { name: 'search_tools', arguments: { query, detail: 'names' } });
    const answer = await handler(post(search, { ...modern('tools/call'), 'mcp-name': 'search_tools' }));
    return answer.text();
  };

  test('takes the place of the list, as on Node', async () => {
    const edge = open([modulesOf('inn')], { discovery: 'search' });
    const onNode = await openHandler(join(plugins.path, 'inn'), { write: () => undefined, discovery: 'search' });
    onTestFinished(() => onNode.close());

    expect(await toolsOf(edge)).toEqual(['search_tools', 'call_tool']);
    expect(await toolsOf(edge)).toEqual(await toolsOf(onNode));
    expect(await found(edge, 'pay')).toContain('pay');
  });

  test('is there for a plugin that asks for one, unless the option says otherwise', async () => {
    const { manifest, code } = modulesOf('inn');
    const { plugin } = manifest as { readonly plugin: object };
    const asking = { manifest: { ...(manifest as object), plugin: { ...plugin, discovery: 'search' } }, code };

    expect(await toolsOf(open([asking]))).toEqual(['search_tools', 'call_tool']);
    expect(await toolsOf(open([asking], { discovery: 'all' }))).toEqual(['greet', 'pay']);
    expect(await toolsOf(open([asking, modulesOf('bar')]))).toHaveLength(3);
  });

  test('lists a few tools whole where it decides for each client', async () => {
    expect(await toolsOf(open([modulesOf('inn')], { discovery: 'auto' }))).toEqual(['greet', 'pay']);
    expect(await toolsOf(open([modulesOf('inn')], { discovery: { mode: 'auto', aboveTokens: 1 } }))).toContain(
      'search_tools',
    );
  });
});

describe('views', () => {
  const page = new TextEncoder().encode('<!doctype html><title>Bar</title>');

  async function viewed(): Promise<EdgePlugin> {
    const { manifest, code } = modulesOf('bar');
    const cid = await cidOf(page);
    const entry = { uri: 'ui://bar/page', name: 'page', size: page.length, digest: 'sha256:0' };
    const views = { file: 'views.bin', cid, entries: [entry] };
    return { manifest: { ...(manifest as JsonObject), views }, code, views: page };
  }

  test('are served from their bytes', async () => {
    const { handler } = open([await viewed()]);
    const headers = { ...modern('resources/read'), 'mcp-name': 'ui://bar/page' };

    const answer = await handler(post(modernRequest(1, 'resources/read', { uri: 'ui://bar/page' }), headers));

    expect(await answer.text()).toContain('<title>Bar</title>');
  });

  test('are refused beside another plugin, where their tools have other names', async () => {
    const plugin = await viewed();

    expect(() => open([plugin, modulesOf('inn')])).toThrow('the plugin "bar" has views');
  });
});

describe('the files of skills', () => {
  const fileOf = (manifest: unknown): string => (manifest as { skills: { file: string } }).skills.file;

  test('are served from their bytes', async () => {
    const plugin = modulesOf('guide');
    const bytes = readFileSync(join(plugins.path, 'guide/dist', fileOf(plugin.manifest)));
    const { handler } = open([{ ...plugin, skills: new Uint8Array(bytes).buffer }]);

    const list = await handler(post(modernRequest(1, 'resources/list'), modern('resources/list')));

    expect(await list.text()).toContain('skill://guide/tour/SKILL.md');
  });

  test('are refused where bytes are missing, or are those of another build', async () => {
    const plugin = modulesOf('guide');

    expect(() => open([plugin])).toThrow(
      `"skills" of the plugin "guide" is missing: pass the bytes of "${fileOf(plugin.manifest)}"`,
    );
    const { handler, log } = open([{ ...plugin, skills: new Uint8Array([1]) }]);
    expect((await handler(modernCall('walk'))).status).toBe(503);
    expect(log.join('')).toContain('are not those of its manifest');
  });
});

describe('at the start', () => {
  const refusals: readonly (readonly [string, () => unknown, RegExp])[] = [
    ['a folder', () => openEdgeHandler('plugins' as never), /takes a list of plugins.*no folders/],
    ['no plugin', () => openEdgeHandler([]), /takes a list of plugins/],
    [
      'a plugin that is none',
      () => openEdgeHandler([null as never]),
      /plugins\[0\] must have the "manifest" and the "code"/,
    ],
    [
      'an option that needs files',
      () => open([modulesOf('bar')], { watch: true } as never),
      /"watch".*no files to watch/,
    ],
    ['sessions', () => open([modulesOf('bar')], { stateless: false } as never), /"stateless" can only be true/],
    ['workers', () => open([modulesOf('bar')], { workers: 2 } as never), /"workers".*no processes/],
    [
      'an unknown option',
      () => open([modulesOf('bar')], { allowHosts: [] } as never),
      /"allowHosts" is no option.*"allowedHosts"/,
    ],
    [
      'a search that is recorded',
      () => open([modulesOf('bar')], { discovery: { mode: 'auto', record: 'a' } } as never),
      /"record" is no member of "discovery"/,
    ],
    [
      'a mode that there is not',
      () => open([modulesOf('bar')], { discovery: 'few' as never }),
      /the mode of "discovery"/,
    ],
    [
      'tokens that are no number',
      () => open([modulesOf('bar')], { discovery: { mode: 'auto', aboveTokens: 0 } }),
      /"aboveTokens" of "discovery"/,
    ],
    ['an unknown limit', () => open([modulesOf('bar')], { limits: { pages: 1 } as never }), /"pages" of "limits"/],
    [
      'a limit of nothing',
      () => open([modulesOf('bar')], { limits: { pageSize: 0 } }),
      /"pageSize" of "limits" must be/,
    ],
    [
      'a link',
      () => open([{ ...modulesOf('bar'), link: 'worker' } as never]),
      /"link" of plugins\[0\].*links or workers/,
    ],
    [
      'a manifest that is none',
      () => open([{ manifest: {}, code: () => 1 }]),
      /the manifest of plugins\[0\]: .*manifestVersion/,
    ],
    ['code that is none', () => open([{ ...modulesOf('bar'), code: {} }]), /"code" of the plugin "bar".*"plugin.cjs"/],
    ['one plugin twice', () => open([modulesOf('bar'), modulesOf('bar')]), /two plugins are called "bar"/],
    [
      'a setting that no class has',
      () => open([{ ...modulesOf('bar'), configuration: { a: 1 } }]),
      /plugin "bar": none of its classes/,
    ],
  ];

  test.each(refusals)('%s is refused', (_what, begin, why) => {
    expect(begin).toThrow(why);
  });

  test('code of another build is refused when it is bound', async () => {
    const { handler, log } = open([{ manifest: modulesOf('bar').manifest, code: modulesOf('inn').code }]);

    expect((await handler(modernCall('drink'))).status).toBe(503);
    expect(log.join('')).toContain('build the plugin again');
  });
});
