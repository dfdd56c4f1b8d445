import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isToolError, McpError, type ToolError } from '@sigil/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExecuteQueryTool, type ExecuteQuery } from './execute-query.js';
import { MalloyResources } from './malloy-resources.js';
import { ModelHost } from './model-host.js';
import { Packages } from './packages.js';

const plugin = join(import.meta.dirname, '..');
const shop = { projectName: 'home', packageName: 'bookshop', modelPath: 'bookshop.malloy' };
const base = 'malloy://project/home/package/bookshop';
let folder: string;
let host: ModelHost;
let tool: ExecuteQueryTool;
let resources: MalloyResources;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-malloy-'));
  await cp(join(plugin, 'projects'), folder, { recursive: true });
  await writeFile(join(folder, 'secret.csv'), 'word\nsecret\n');
  await writeFile(join(folder, 'secret.malloy'), "source: secret is duckdb.table('secret.csv')\n");
  host = new ModelHost();
  const packages = new Packages({ projects: folder });
  tool = new ExecuteQueryTool(packages, host);
  resources = new MalloyResources(packages, host);
});
afterAll(async () => {
  host.stop();
  await rm(folder, { recursive: true });
});

async function run(
  asked: Partial<ExecuteQuery>,
): Promise<{ rows: Record<string, unknown>[]; metadata: Known; rendering: unknown }> {
  const blocks = await tool.executeQuery({ ...shop, ...asked }, new AbortController().signal);
  const [rows, metadata, rendering] = blocks.map((block) => {
    if (block.type !== 'resource' || !('text' in block.resource)) throw new Error(`no JSON block: ${block.type}`);
    expect(block.resource.mimeType).toBe('application/json');
    return JSON.parse(block.resource.text) as never;
  });
  return { rows: rows!, metadata: metadata!, rendering };
}

interface Known {
  readonly fields: readonly { readonly name: string; readonly type: string }[];
  readonly rowCount: number;
  readonly limit: object;
  readonly sql: string;
}

async function refusalOf(asked: Partial<ExecuteQuery>): Promise<ToolError> {
  const error: unknown = await run(asked).catch((reason: unknown) => reason);
  if (isToolError(error)) return error;
  throw new Error(`expected a refusal, got ${JSON.stringify(error)}`, { cause: error });
}

/** Computes revenue by month from the file itself. */
async function revenueByMonth(): Promise<[string, number][]> {
  const lines = (await readFile(join(folder, 'home/bookshop/sales.csv'), 'utf8')).trim().split('\n');
  const [head = '', ...rows] = lines.map((line) => line.split(','));
  const [day, paid] = ['sold_on', 'paid_cents'].map((name) => head.indexOf(name));
  const cents = new Map<string, number>();
  for (const row of rows) {
    const month = String(row[day!]).slice(0, 7);
    cents.set(month, (cents.get(month) ?? 0) + Number(row[paid!]));
  }
  return [...cents].sort().map(([month, sum]) => [month, sum / 100]);
}

describe('executeQuery', () => {
  test('runs a view of a source and returns rows, metadata and rendering hints', async () => {
    const { rows, metadata, rendering } = await run({ sourceName: 'sales', queryName: 'revenue_by_month' });

    const found = rows.map(({ sold_month: month, revenue }) => [String(month).slice(0, 7), revenue]);
    expect(found).toEqual(await revenueByMonth());
    expect(metadata.fields.map(({ name }) => name)).toEqual(['sold_month', 'revenue']);
    expect(metadata).toMatchObject({ rowCount: rows.length, limit: { rows: 1_000, by: 'default', reached: false } });
    expect(metadata.sql).toContain('SELECT');
    expect(rendering).toEqual({ annotations: ['# line_chart'] });
  });

  test('runs a query that the model names', async () => {
    expect((await run({ queryName: 'best_titles' })).rows).toHaveLength(10);
  });

  test('runs a query written by the caller and reports a reached limit', async () => {
    const query = 'run: books -> { group_by: genre; aggregate: title_count; order_by: genre }';

    const all = await run({ query });
    const some = await run({ query, limit: 2 });

    expect(all.rows.reduce((sum, { title_count: count }) => sum + Number(count), 0)).toBe(120);
    expect(some.rows).toEqual(all.rows.slice(0, 2));
    expect(some.metadata.limit).toEqual({ rows: 2, by: 'query', reached: true });
  });

  test.each<[Partial<ExecuteQuery>, string]>([
    [{ query: 'run: best_titles', queryName: 'best_titles' }, '"query" and "queryName" are mutually exclusive'],
    [{ query: 'run: best_titles', sourceName: 'sales' }, '"query" and "sourceName" are mutually exclusive'],
    [{}, 'one of "query" and "queryName" is needed'],
    [{ sourceName: 'sales' }, 'one of "query" and "queryName" is needed'],
  ])('rejects the arguments %j', async (asked, message) => {
    expect((await refusalOf(asked)).message).toContain(message);
  });

  test.each<[Partial<ExecuteQuery>, string, string]>([
    [{ projectName: 'hme', queryName: 'a' }, 'no project "hme"', 'Did you mean "home"?'],
    [{ packageName: 'bookshp', queryName: 'a' }, 'no package "bookshp"', 'Did you mean "bookshop"?'],
    [{ modelPath: 'bookshp.malloy', queryName: 'a' }, 'no model "bookshp.malloy"', 'Did you mean "bookshop.malloy"?'],
    [{ modelPath: '../../secret.malloy', queryName: 'a' }, 'no model', 'There are: bookshop.malloy'],
    [{ packageName: '..', queryName: 'a' }, 'no package ".."', 'There are: bookshop'],
    [{ queryName: 'best_title' }, 'no query "best_title"', 'There are: best_titles'],
    [{ sourceName: 'sale', queryName: 'a' }, 'no source "sale"', 'There are: authors, books, sales'],
    [{ sourceName: 'sales', queryName: 'a' }, 'no view "a"', 'There are: revenue_by_month, revenue_by_genre'],
    [
      { query: 'run: sales -> { group_by: books.gener }' },
      "query:1:27: 'gener' is not defined",
      'Did you mean "genre"?',
    ],
  ])('rejects %j and suggests a fix', async (asked, message, suggestion) => {
    const refusal = await refusalOf(asked);

    expect(refusal.message).toContain(message);
    expect(refusal.suggestions).toContain(suggestion);
  });

  test('rejects a query with a syntax error and names its line and column', async () => {
    const refusal = await refusalOf({ query: 'run: sales -> { group_by books.genre' });

    expect(refusal.message).toMatch(/^query:1:17: Expected ':'/);
  });

  test.each([
    "run: duckdb.sql('select 1 as a') -> { select: * }",
    'run: duckdb.sql("select * from read_csv(\'/etc/passwd\')") -> { select: * }',
    "run: duckdb.table('/etc/passwd') -> { select: * }",
    "run: duckdb.table('../../secret.csv') -> { select: * }",
    'import "../../secret.malloy"\nrun: secret -> { select: * }',
    'import "file:///etc/passwd"\nrun: sales -> { select: * }',
    'run: books -> { select: a is sql_string("secret") }',
  ])('rejects a query that reaches for more than the model has and shows no secrets: %s', async (query) => {
    const refusal = await refusalOf({ query });

    expect(`${refusal.message} ${refusal.suggestions.join(' ')}`).not.toMatch(/root:|"secret"|sigil-malloy/);
  });

  test('stops an endless query on timeout or abort and still runs other queries', async () => {
    const impatient = new ModelHost({ queryTimeoutMs: 8_000 });
    const own = new ExecuteQueryTool(new Packages({ projects: folder }), impatient);
    const endless = `
      source: pairs is sales extend {
        join_cross: a is sales
        join_cross: b is sales
        join_cross: c is sales
        join_cross: d is sales
      }
      run: pairs -> { where: a.id + b.id + c.id + d.id < 0; select: id; limit: 1 }`;
    const { signal } = new AbortController();
    const answer = own.executeQuery({ ...shop, query: endless }, signal);

    await expect(answer).rejects.toThrow('limit queryTimeoutMs');
    expect(await own.executeQuery({ ...shop, queryName: 'best_titles' }, signal)).toHaveLength(3);
    const leaving = new AbortController();
    const left = own.executeQuery({ ...shop, query: endless }, leaving.signal);
    const beside = own.executeQuery({ ...shop, queryName: 'best_titles' }, signal);
    leaving.abort(new Error('the caller left'));

    await expect(left).rejects.toThrow('the caller left');
    expect(await beside).toHaveLength(3);
    impatient.stop();
  }, 60_000);

  test('returns integers as numbers, or as strings beyond the safe range', async () => {
    const query = 'run: books -> { select: id, large is id * 9007199254740993; order_by: id; limit: 1 }';

    expect((await run({ query })).rows).toEqual([{ id: 1, large: '9007199254740993' }]);
  });

  test('runs 16 concurrent queries', async () => {
    const query = 'run: books -> { aggregate: title_count }';

    const answers = await Promise.all(Array.from({ length: 16 }, () => run({ query })));

    expect(answers.map(({ rows }) => rows)).toEqual(answers.map(() => [{ title_count: 120 }]));
  });
});

describe('resources', () => {
  test('describe projects, packages, models, sources, views, queries and notebooks', async () => {
    const address = { projectName: 'home', packageName: 'bookshop', modelName: 'bookshop.malloy' };

    expect((await resources.project('home')).definition).toEqual({ name: 'home', packages: ['bookshop'] });
    expect((await resources.package('home', 'bookshop')).definition).toMatchObject({
      name: 'bookshop',
      version: '1.0.0',
    });
    const { definition: model } = await resources.model('home', 'bookshop', 'bookshop.malloy');
    expect(model.sources.map(({ name }) => name)).toEqual(['authors', 'books', 'sales']);
    expect(model.queries.map(({ name }) => name)).toEqual(['best_titles']);
    const { definition: source, metadata } = await resources.source({ ...address, sourceName: 'sales' });
    expect(source.fields).toContainEqual({ name: 'revenue', kind: 'measure', type: 'number' });
    expect(source.fields).toContainEqual({ name: 'books', kind: 'join' });
    expect(metadata.usage).toContain('malloy_executeQuery');
    const view = { ...address, sourceName: 'sales', viewName: 'revenue_by_month' };
    expect((await resources.view(view)).definition).toEqual({
      name: 'revenue_by_month',
      kind: 'view',
      text: `revenue_by_month is {
    group_by: sold_month is sold_on.month
    aggregate: revenue
    order_by: sold_month
  }`,
    });
    expect((await resources.query({ ...address, queryName: 'best_titles' })).definition).toEqual({
      name: 'best_titles',
      text: `best_titles is sales -> {
  group_by: books.title
  aggregate: revenue
  order_by: revenue desc, title
  limit: 10
}`,
    });
    const { cells } = (await resources.notebook('home', 'bookshop', 'first-look.malloynb')).definition;
    expect(cells.map(({ type }) => type)).toEqual(['markdown', 'malloy']);
  });

  test('list the models, sources, views, queries and notebooks of a package in its contents', async () => {
    const contents = await resources.contents('home', 'bookshop');

    const uris = contents.map(({ uri }) => uri.slice(base.length));
    expect(uris).toEqual(
      expect.arrayContaining([
        '/models/bookshop.malloy',
        '/models/bookshop.malloy/sources/sales',
        '/models/bookshop.malloy/sources/sales/views/revenue_by_month',
        '/models/bookshop.malloy/queries/best_titles',
        '/notebooks/first-look.malloynb',
      ]),
    );
    for (const { metadata } of contents) expect(metadata.description).not.toBe('');
  });

  test('suggest the nearest names for an unknown model', async () => {
    const error: unknown = await resources.model('home', 'bookshop', 'bookshp.malloy').catch((it: unknown) => it);

    expect(error).toBeInstanceOf(McpError);
    expect(error).toMatchObject({
      kind: 'resource-not-found',
      data: {
        error: 'there is no model "bookshp.malloy"',
        suggestions: ['Did you mean "bookshop.malloy"?', 'There are: bookshop.malloy'],
      },
    });
  });
});

test('a changed model is recompiled, and a broken one is reported with its file and line', async () => {
  const path = join(folder, 'home/bookshop/bookshop.malloy');
  const text = await readFile(path, 'utf8');

  await writeFile(path, text.replace('query: best_titles', 'query: good_titles'));
  const changed = await resources.model('home', 'bookshop', 'bookshop.malloy');
  await writeFile(path, text.replace('order_by: revenue desc, title', 'order_by: revenu desc'));
  const broken = await refusalOf({ queryName: 'best_titles' });
  await writeFile(path, text);

  const data = join(folder, 'home/bookshop/sales.csv');
  const rows = await readFile(data);
  await rm(data);
  await refusalOf({ queryName: 'best_titles' });
  await writeFile(data, rows);

  expect(changed.definition.queries.map(({ name }) => name)).toEqual(['good_titles']);
  expect(broken.message).toMatch(/^bookshop\.malloy:\d+:\d+: /);
  expect((await run({ queryName: 'best_titles' })).rows).toHaveLength(10);
});

test('a broken model is reported in the contents of its package and does not hide the others', async () => {
  const path = join(folder, 'home/bookshop/broken.malloy');
  await writeFile(path, 'source: x is');
  const contents = await resources.contents('home', 'bookshop');
  const read: unknown = await resources.model('home', 'bookshop', 'broken.malloy').catch((error: unknown) => error);
  await rm(path);

  expect(contents.find(({ problem }) => problem)).toMatchObject({
    uri: `${base}/models/broken.malloy`,
    problem: expect.stringMatching(/^broken\.malloy:\d+:\d+: /),
  });
  expect(contents.map(({ uri }) => uri)).toContain(`${base}/models/bookshop.malloy`);
  expect(isToolError(read)).toBe(true);
});

test('a model longer than maxModelBytes is rejected', async () => {
  const short = new ModelHost({ maxModelBytes: 500 });
  const own = new MalloyResources(new Packages({ projects: folder }), short);

  await expect(own.model('home', 'bookshop', 'bookshop.malloy')).rejects.toThrow('limit maxModelBytes');
  short.stop();
});

test('completion offers the names of projects, packages and models', async () => {
  expect(await resources.projectNames('h')).toEqual(['home']);
  expect(await resources.packageNames('', { projectName: 'home' })).toEqual(['bookshop']);
  expect(await resources.modelNames('b', { packageName: 'bookshop' })).toEqual(['bookshop.malloy']);
});

test('a client of the official SDK walks the resources and runs a query', async () => {
  const args = [join(plugin, '../../../../packages/cli/bin/sigil.mjs'), 'serve', plugin, '--stdio', '--build'];
  const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);

  const { tools } = await client.listTools();
  const { resources: listed } = await client.listResources();
  const { contents } = await client.readResource({ uri: `${base}/contents` });
  const result = await client.callTool({
    name: 'malloy_executeQuery',
    arguments: { ...shop, queryName: 'best_titles' },
  });
  // The spelling of other servers of Malloy.
  const refused = await client.callTool({ name: 'malloy/executeQuery', arguments: { ...shop, queryName: 'worst' } });
  await client.close();

  expect(listed.map(({ uri }) => uri)).toEqual(expect.arrayContaining([base, `${base}/models/bookshop.malloy`]));
  expect(JSON.stringify(contents)).toContain('revenue_by_month');
  expect(tools).toMatchObject([{ name: 'malloy_executeQuery', description: expect.stringContaining('`queryName`') }]);
  expect(result.content).toHaveLength(3);
  expect(refused).toMatchObject({
    isError: true,
    content: [
      { type: 'text', text: expect.stringContaining('the model has no query "worst"') },
      { type: 'resource', resource: { mimeType: 'application/json' } },
    ],
  });
  const { resource } = (refused.content as { resource?: { uri: string; text: string } }[])[1]!;
  expect(resource?.uri).toBe(`${base}/models/bookshop.malloy#error`);
  expect(JSON.parse(resource?.text ?? '')).toEqual({
    error: 'the model has no query "worst"',
    suggestions: ['There are: best_titles'],
  });
}, 60_000);
