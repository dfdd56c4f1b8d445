import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBConnection } from '@duckdb/node-api';
import { isToolError, type ToolError } from '@sigil/core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { askedBy } from './asked-by.test-support.js';
import { Data } from './data.js';
import { DataResources } from './data-resources.js';
import { Models } from './models.js';
import type { Query } from './query.js';
import { KeptResults } from './results.js';

const context = askedBy();
const bundled = join(import.meta.dirname, '../models');
let folder: string;
let models: Models;
let data: Data;
let resources: DataResources;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-data-'));
  await cp(bundled, folder, { recursive: true });
  models = new Models({ models: folder });
  const results = new KeptResults();
  data = new Data(models, results, { sql: true });
  resources = new DataResources(models, results);
  await models.start();
});
afterAll(async () => {
  await models.stop();
  await rm(folder, { recursive: true });
});

async function refusalOf(asked: Promise<unknown>): Promise<ToolError> {
  const error: unknown = await asked.catch((reason: unknown) => reason);
  if (isToolError(error)) return error;
  throw new Error(`expected a refusal, got ${JSON.stringify(error)}`, { cause: error });
}

describe('query', () => {
  test('sums by group like the CSV file and returns column types and units', async () => {
    const result = await data.query({ source: 'sales', dimensions: ['year'], measures: ['revenue', 'sales'] }, context);

    const lines = (await readFile(join(folder, 'bookshop/sales.csv'), 'utf8')).trim().split('\n').slice(1);
    const cells = lines.map((line) => line.split(','));
    const expected = ['2024', '2025'].map((year) => {
      const sales = cells.filter((it) => it[3]?.startsWith(year));
      return [Number(year), sales.reduce((sum, it) => sum + Number(it[5]), 0) / 100, sales.length];
    });
    expect(result.rows).toEqual(expected);
    expect(result.columns).toEqual([
      { name: 'year', type: 'integer' },
      { name: 'revenue', type: 'number', unit: 'EUR' },
      { name: 'sales', type: 'integer' },
    ]);
    expect(result.limit).toEqual({ rows: 1000, by: 'default', reached: false });
  });

  test('filters by date and list on joined sources, sorts, and runs the SQL that explain shows', async () => {
    const query: Query = {
      source: 'sales',
      dimensions: ['book.genre'],
      measures: ['copies'],
      filters: [
        { field: 'sold_on', operator: '>=', value: '2025-01-01' },
        { field: 'book.genre', operator: 'in', value: ['novel', 'travel'] },
      ],
      orderBy: [{ field: 'copies', direction: 'desc' }],
    };

    const { rows, sql } = await data.query(query, context);

    expect(rows).toEqual([
      ['travel', 24],
      ['novel', 10],
    ]);
    expect(sql).toBe(data.explain(query, context).sql.replace('LIMIT 1000', 'LIMIT 1001'));
  });

  test('reports whether its limit was reached and who set it', async () => {
    const query: Query = { source: 'books', dimensions: ['title'] };

    const all = await data.query({ ...query, limit: 120 }, context);
    const some = await data.query({ ...query, limit: 119 }, context);

    expect([all.limit, some.limit]).toEqual([
      { rows: 120, by: 'query', reached: false },
      { rows: 119, by: 'query', reached: true },
    ]);
  });

  test('returns a result of exactly 200 rows whole, with no next page', async () => {
    const query: Query = { source: 'sales', dimensions: ['sold_on', 'book.title', 'customer.city', 'quantity'] };

    const { rows, rowCount, next } = await data.query({ ...query, limit: 10_000 }, context);

    expect([rows.length, rowCount, next]).toEqual([200, 200, undefined]);
  });

  test.each<[Query, string, string]>([
    [{ source: 'sale', measures: ['revenue'] }, 'no source "sale"', 'Did you mean "sales"?'],
    [{ source: 'sales', measures: ['revenu'] }, 'no measure "revenu"', 'Did you mean "revenue"?'],
    [{ source: 'sales', dimensions: ['book.gener'] }, 'no dimension "book.gener"', 'Did you mean "book.genre"?'],
    [{ source: 'sales' }, 'needs a dimension or a measure', 'Measures: revenue, copies, sales'],
    [{ model: 'bookshp', source: 'sales' }, 'no model "bookshp"', 'Did you mean "bookshop"?'],
  ])('rejects %j and suggests a fix', async (query, message, suggestion) => {
    const refusal = await refusalOf(data.query(query, context));

    expect(refusal.message).toContain(message);
    expect(refusal.suggestions).toContain(suggestion);
  });

  test.each([
    ['sold_on', '=', 'yesterday', 'a date such as 2024-05-31'],
    ['sold_on', '=', '2025-02-30', 'a date such as 2024-05-31'],
    ['quantity', '<', 'two', 'a number'],
    ['book.title', 'contains', 3, 'a text'],
    ['customer.has_email', '=', 'yes', 'true or false'],
    ['quantity', 'contains', 3, 'a field of texts'],
    ['quantity', 'is null', 3, 'no value'],
    ['quantity', 'in', 3, 'a list of values'],
  ] as const)('rejects the filter %s %s %j', async (field, operator, value, expected) => {
    const refusal = await refusalOf(
      data.query({ source: 'sales', measures: ['sales'], filters: [{ field, operator, value }] }, context),
    );

    expect(refusal.message).toContain(`expected ${expected}`);
  });
});

test('a view runs its predefined query', async () => {
  const { columns, rows } = await data.view('revenue_by_month', context);

  expect(columns.map(({ name }) => name)).toEqual(['month', 'revenue', 'copies']);
  expect(rows[0]?.[0]).toBe('2024-01-01');
});

test('a chart returns a table and an SVG image', async () => {
  const [table, picture] = await data.chart('revenue_by_month', context);

  expect(table).toMatchObject({ type: 'text', text: expect.stringContaining('| month | revenue (EUR) | copies |') });
  expect(picture).toMatchObject({ type: 'image', mimeType: 'image/svg+xml' });
  const svg = picture?.type === 'image' ? atob(picture.data) : '';
  expect(svg.match(/<rect x=/g)?.length).toBeGreaterThan(24);
});

test('describe searches by words and lists the best match first', () => {
  expect(data.describe('customer city').sources[0]?.name).toBe('sales');
  expect(data.describe('revenue by genre').views[0]?.name).toBe('revenue_by_genre');
  expect(data.describe('zeppelin').sources).toEqual([]);
});

describe('resources', () => {
  test('list models, sources, fields and views, each of which can be read', () => {
    const listed = [resources.listModels(), resources.listSources(), resources.listFields(), resources.listViews()];
    const [models = [], sources = [], fields = [], views = []] = listed.map((all) =>
      all.map(({ uri }) => uri.split('/').slice(2) as [string, string, string, string, string]),
    );

    expect(listed.map(([first]) => first?.uri)).toEqual([
      'data://bookshop',
      'data://bookshop/sources/sales',
      'data://bookshop/sources/sales/fields/sold_on',
      'data://bookshop/views/revenue_by_month',
    ]);
    expect(resources.field('bookshop', 'sales', 'revenue')).toMatchObject({ kind: 'measure', unit: 'EUR' });
    expect(resources.viewOf('bookshop', 'revenue_by_genre').source).toBe('sales');
    for (const [model] of models) expect(resources.model(model).sources).toHaveLength(sources.length);
    for (const [model, , name] of sources) expect(resources.source(model, name)).toMatchObject({ name });
    for (const [model, , source, , name] of fields)
      expect(resources.field(model, source, name)).toMatchObject({ name });
    for (const [model, , name] of views) expect(resources.viewOf(model, name)).toMatchObject({ name });
    expect([models, sources, fields, views].map(({ length }) => length)).toEqual([1, 4, 21, 3]);
  });

  test('complete the names of models, sources, fields and views', () => {
    expect(resources.sourceNames('b', { model: 'bookshop' })).toEqual(['books']);
    expect(resources.fieldNames('c', { source: 'authors' })).toEqual(['country']);
    expect(resources.modelNames('B')).toEqual(['bookshop']);
    expect(resources.viewNames('customers', {})).toEqual(['customers_by_city']);
  });

  test('suggest the nearest name for an unknown source', () => {
    expect(() => resources.source('bookshop', 'sale')).toThrow(
      expect.objectContaining({
        kind: 'resource-not-found',
        data: expect.objectContaining({
          suggestions: expect.arrayContaining(['Did you mean "sales"?']) as unknown,
        }) as unknown,
      }),
    );
  });
});

test('a result is kept in pages of 200 rows', async () => {
  const { rows, rowCount, next } = await data.sql('SELECT range AS i FROM range(450)', context);
  const [, , id = '', offset = ''] = new URL(next ?? '').href.split('/').slice(1);
  const second = resources.page(id, Number(offset), context);
  const third = resources.page(id, 400, context);

  expect([rows.length, rowCount, second.rows.length, third.rows.length]).toEqual([200, 450, 200, 50]);
  expect([second.rows[0], third.rows.at(-1)]).toEqual([[200], [449]]);
  expect(third.next).toBeUndefined();
  expect(() => resources.page('other', 0, context)).toThrow('not kept any more');
});

test('a stream sends every row of the query', async () => {
  const all = { source: 'sales', dimensions: ['sold_on', 'book.title', 'customer.city'], measures: ['copies'] };
  const sent: unknown[] = [];
  for await (const batch of data.stream(all, context)) {
    sent.push(...batch.split('\n').map((line) => JSON.parse(line) as unknown));
  }

  const { rows } = await data.query(all, context);
  expect(sent.map(String).sort()).toEqual(rows.map(String).sort());
  expect(sent).toHaveLength(200);
});

test('leaving a stream early ends its query and its connection', async () => {
  const interrupt = vi.spyOn(DuckDBConnection.prototype, 'interrupt');
  const close = vi.spyOn(DuckDBConnection.prototype, 'closeSync');
  onTestFinished(() => void vi.restoreAllMocks());

  const left = data.stream({ source: 'sales', dimensions: ['sold_on'] }, context);
  await left.next();
  expect([interrupt, close].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  await left.return(undefined as never);

  expect([interrupt, close].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('aborting a query interrupts the engine and rejects with the reason of the abort', async () => {
  const leaving = new AbortController();
  const asked = data.sql('SELECT count(*) FROM range(1000000) a, range(1000000) b', askedBy({}, leaving.signal));
  setTimeout(() => leaving.abort(new Error('the caller left')), 50);

  await expect(asked).rejects.toThrow('the caller left');
  // Without the interruption the query would run until queryTimeoutMs, half a minute.
}, 10_000);

test('a query that takes too long fails with the limit queryTimeoutMs', async () => {
  const slow = new Models({ models: folder, queryTimeoutMs: 50 });
  await slow.start();
  const asked = new Data(slow, new KeptResults(), { sql: true }).sql(
    'SELECT count(*) FROM range(1000000) a, range(1000000) b',
    context,
  );

  expect((await refusalOf(asked)).message).toContain('limit queryTimeoutMs');
  await slow.stop();
});

test('SQL is rejected unless it is switched on', async () => {
  const off = new Data(models, new KeptResults());

  expect((await refusalOf(off.sql('SELECT 1', context))).message).toBe('SQL is switched off here');
});

test('a changed model is reloaded, running queries finish, and a broken file is reported and ignored', async () => {
  const own = await mkdtemp(join(tmpdir(), 'sigil-data-'));
  await cp(bundled, own, { recursive: true });
  const changing = new Models({ models: own });
  await changing.start();
  const asking = new Data(changing, new KeptResults());
  const path = join(own, 'bookshop.yaml');
  const text = await readFile(path, 'utf8');
  const running = asking.stream({ source: 'sales', dimensions: ['sold_on', 'book.title'] }, context);
  await running.next();

  await writeFile(path, text.replace("'sum(paid_cents) / 100.0'", "'sum(paid_cents)'"));
  await vi.waitFor(
    () =>
      expect(asking.explain({ source: 'sales', measures: ['revenue'] }, context).sql).toContain('(sum(paid_cents))'),
    20_000,
  );
  let ended = await running.next();
  while (!ended.done) ended = await running.next();
  await writeFile(path, text.replace('key: id', 'kee: id'));
  const line = text.slice(0, text.indexOf('key: id')).split('\n').length;
  const problem = `bookshop.yaml:${line}: sources.sales.kee is no key that there is; expected "key"; the model before it is still used`;
  await vi.waitFor(() => expect(asking.describe().problems).toEqual([problem]), 20_000);

  expect(ended.value).toMatchObject({ limit: { reached: false } });
  expect((await asking.query({ source: 'sales', measures: ['revenue'] }, context)).rows[0]?.[0]).toBeGreaterThan(
    100_000,
  );
  await changing.stop();
  await rm(own, { recursive: true });
});

test('a deleted models folder is reported, and its models stay in use', async () => {
  const own = await mkdtemp(join(tmpdir(), 'sigil-data-'));
  await cp(bundled, own, { recursive: true });
  const left = new Models({ models: own });
  await left.start();
  const asking = new Data(left, new KeptResults());
  await asking.query({ source: 'books', measures: ['titles'] }, context);

  await rm(own, { recursive: true });
  await left.refresh();

  expect(asking.describe().problems).toEqual([
    'the folder of models cannot be read; the models before that are still used',
  ]);
  expect((await asking.query({ source: 'books', measures: ['titles'] }, context)).rows).toEqual([[120]]);
  await left.stop();
});

test('a Parquet file gives the same result as the CSV file', async () => {
  const own = await mkdtemp(join(tmpdir(), 'sigil-data-'));
  await cp(bundled, own, { recursive: true });
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const writer = await DuckDBInstance.create(':memory:');
  const connection = await writer.connect();
  const [from, to] = ['sales.csv', 'sales.parquet'].map((file) => join(own, 'bookshop', file));
  await connection.run(`COPY (SELECT * FROM read_csv('${from}', header = true)) TO '${to}' (FORMAT parquet)`);
  connection.closeSync();
  writer.closeSync();
  const path = join(own, 'bookshop.yaml');
  const text = await readFile(path, 'utf8');
  await writeFile(path, text.replace('csv: bookshop/sales.csv', 'parquet: bookshop/sales.parquet'));
  const packed = new Models({ models: own });
  await packed.start();
  const query: Query = {
    source: 'sales',
    dimensions: ['month', 'book.genre'],
    measures: ['revenue', 'copies', 'sales'],
    filters: [{ field: 'sold_on', operator: '>=', value: '2024-06-01' }],
  };

  const found = await new Data(packed, new KeptResults()).query(query, context);
  await packed.stop();
  await rm(own, { recursive: true });

  expect(found).toEqual(await data.query(query, context));
  expect(found.rows.length).toBeGreaterThan(12);
});
