import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isCid, openMemoryStore } from '@sigil/plugin-host';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { buildMcps, McpsBuildError } from './build-mcps.js';
import { openCidReader } from './cid-reader.js';
import { loadMcps } from './load-mcps.js';

let folder: string;
let outFile: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-mcps-'));
  outFile = join(folder, 'out', 'mcps.json');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** @param files by path; a value that is not a string is written as JSON */
async function write(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const store = openMemoryStore();
const build = (kept = store) => buildMcps({ sourceFile: join(folder, 'mcps.source.json'), store: kept, outFile });

async function problemsOf(files: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
  await write(files);
  const error: unknown = await build(openMemoryStore()).catch((it: unknown) => it);
  if (error instanceof McpsBuildError) return error.problems;
  throw new Error('the build succeeded', { cause: error });
}

const sound = {
  'mcps.source.json': { jq: { config_cid: 'configs/jq.json' }, plain: { description: 'here' } },
  'configs/jq.json': {
    config_cid: 'configs/base.json',
    tools_transform_cid: 'transforms/tools.mjs',
    resources: { page: { uri: 'jq://page', content_cid: 'pages/page.md' } },
  },
  'configs/base.json': { description: 'base', auto_discover: true },
  'transforms/tools.mjs': 'export const none = () => [];',
  'pages/page.md': '# Page',
};

test('every path is replaced by the CID of its file, which is put into the store', async () => {
  await write(sound);

  const { json, cids, files } = await build();
  const jq = await (await loadMcps(json, openCidReader(store))).resolve('jq');

  expect(jq).toMatchObject({
    description: 'base',
    autoDiscover: true,
    toolsTransformCid: expect.stringMatching(/^bafkrei/),
  });
  const cid = jq.resources['page']?.['content_cid'] as string;
  expect(Buffer.from(await store.get(cid)).toString()).toBe('# Page');
  expect(cids).toHaveLength(4);
  expect(cids.every(isCid)).toBe(true);
  expect(files.map((file) => file.slice(folder.length + 1)).sort()).toEqual(Object.keys(sound).sort());
});

test('the same configuration gives the same bytes, whatever its white space and the order of its members', async () => {
  await write(sound);
  const { json } = await build();
  const writtenAt = (await stat(outFile)).mtimeMs;

  await write({
    'mcps.source.json': '{ "plain": { "description": "here" },\n "jq": { "config_cid": "configs/jq.json" } }',
    'configs/base.json': '{"auto_discover":true,\n"description":"base"}',
  });
  const again = await build();

  expect(again.json).toBe(json);
  expect(await readFile(outFile, 'utf8')).toBe(json);
  expect((await stat(outFile)).mtimeMs).toBe(writtenAt);
});

test('a second build puts everything into an empty store again', async () => {
  await write(sound);
  await build();
  const empty = openMemoryStore();

  const { cids } = await build(empty);

  expect((await empty.list()).toSorted()).toEqual([...cids].sort());
});

test('all problems are reported at once by file and member, and nothing is written or stored', async () => {
  await write({
    'mcps.source.json': {
      a: { config_cid: 'a.json' },
      b: { config_cid: 'gone.json' },
      c: { config_cid: 'c.json' },
      d: 'd.json',
      'e/f': {},
      all: {},
    },
    'a.json': { toolz: {}, enabled: 'yes', tools: { x: { inputSchema: { type: 'object', properties: 1 } } } },
    'c.json': { tools_transform_cid: 'c.mjs', prompts_transform_cid: 'c.py', resources: { r: { text: '' } } },
    'c.mjs': 'export const a = 1;',
  });
  const kept = openMemoryStore();

  const error: unknown = await build(kept).catch((it: unknown) => it);

  expect((error as McpsBuildError).problems).toEqual([
    'a.json: server "a": there is no "toolz". Did you mean "tools"?',
    'a.json: server "a": "enabled" must be true or false, got another text',
    expect.stringContaining('a.json: server "a": tools.x.inputSchema: schema is invalid'),
    'mcps.source.json: b: "config_cid": "gone.json" names a file that is not there',
    'c.json: "prompts_transform_cid": "c.py" must be an ECMAScript module, a file that ends in .mjs or .js',
    'c.json: server "c": resources.r: "uri" must be a URI such as notes://today, got nothing',
    'c.mjs: the module must export one function, it exports 0',
    'mcps.source.json: d: expected an object with a "config_cid"',
    expect.stringContaining('mcps.source.json: server "e/f": expected a name of 1 to 64'),
    expect.stringContaining('mcps.source.json: server "all": expected a name'),
  ]);
  expect(await kept.list()).toEqual([]);
  await expect(stat(outFile)).rejects.toThrow('ENOENT');
});

describe('a file in the form of a client', () => {
  const files = { command: 'npx', args: ['files'], env: { A: 'b' } };

  test.each([
    { mcpServers: { files } },
    { servers: { web: { type: 'http', url: 'https://x.example/mcp' } } },
    { mcpServers: {} },
  ])('is refused with the form to write: %j', async (source) => {
    const [problem, ...others] = await problemsOf({ 'mcps.source.json': source });

    expect(others).toEqual([]);
    expect(problem).toMatch(
      /^mcps\.source\.json: "(?:mcpServers|servers)" holds the servers in configurations of clients; here each server is a member/,
    );
  });

  test('whose servers have no wrapper is refused with the member to write', async () => {
    expect(
      await problemsOf({ 'mcps.source.json': { files, web: { type: 'http', url: 'https://x.example/mcp' } } }),
    ).toEqual([
      'mcps.source.json: server "files": there is no "command", "args", "env" here; write "remote": { "command": … }',
      'mcps.source.json: server "web": there is no "url" here; write "remote": { "url": … }',
    ]);
  });

  test('is not one with a server that is called servers', async () => {
    await write({ 'mcps.source.json': { servers: { plugin: 'echo' } } });

    await expect(build()).resolves.toBeDefined();
  });
});

test('a file that is not JSON by its name is refused with the reason', async () => {
  await write({ 'mcps.source.ts': 'export default {};' });
  const sourceFile = join(folder, 'mcps.source.ts');

  await expect(buildMcps({ sourceFile, store: openMemoryStore(), outFile })).rejects.toMatchObject({
    problems: [
      'mcps.source.ts: servers are configured in JSON, not in a ".ts" file; only sigil.config may be written in TypeScript',
    ],
  });
});

describe('a path in the configuration', () => {
  test.each([
    ['climbs', '../secret.json'],
    ['climbs from within', 'configs/../../secret.json'],
    ['is absolute', '/etc/passwd'],
    ['names the folder itself', '.'],
    ['holds a NUL', 'a\0.json'],
  ])('is rejected if it %s', async (_what, path) => {
    const [problem] = await problemsOf({ 'mcps.source.json': { a: { config_cid: path } } });

    expect(problem).toContain('must be a path below the folder of mcps.source.json');
  });

  test('is rejected if it is a link out of the folder', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'sigil-elsewhere-'));
    await writeFile(join(elsewhere, 'secret.json'), '{}');
    await symlink(join(elsewhere, 'secret.json'), join(folder, 'link.json'));

    const [problem] = await problemsOf({ 'mcps.source.json': { a: { config_cid: 'link.json' } } });
    await rm(elsewhere, { recursive: true });

    expect(problem).toContain('leads out of the folder');
  });
});

test('circular configurations are rejected', async () => {
  const problems = await problemsOf({
    'mcps.source.json': { a: { config_cid: 'a.json' } },
    'a.json': { config_cid: 'b.json' },
    'b.json': { config_cid: 'a.json' },
  });

  expect(problems).toEqual(['b.json: "config_cid" leads in a circle: a.json -> b.json -> a.json']);
});

test.each([
  ['no file', {}, 'mcps.source.json: the path names a file that is not there'],
  ['no JSON', { 'mcps.source.json': '{' }, 'mcps.source.json: '],
  ['no object', { 'mcps.source.json': [] }, 'mcps.source.json: expected a JSON object'],
])('a source that is %s is an error', async (_what, files, words) => {
  expect(await problemsOf(files)).toEqual([expect.stringContaining(words)]);
});
