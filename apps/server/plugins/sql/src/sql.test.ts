import { isToolError, McpError, type ToolError } from '@sigil/core';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openBookshop } from './bookshop.js';
import { tables } from './schema.js';
import { Sql, type Query, type QueryRequest } from './sql.js';
import type { Condition, Operator } from './write-select.js';

const sql = new Sql();
afterAll(() => sql.stop());

async function refusalOf(query: QueryRequest): Promise<ToolError> {
  const error: unknown = await sql.queryDatabase(query).catch((reason: unknown) => reason);
  if (isToolError(error)) return error;
  throw new Error(`expected a refusal, got ${JSON.stringify(error)}`);
}

describe('a query', () => {
  test('returns the selected columns of the matching rows', async () => {
    const result = await sql.queryDatabase({
      table: 'authors',
      select: ['name', 'born'],
      where: [{ column: 'id', operator: '=', value: 7 }],
    });

    const [, name, , born] = tables[0]!.rows[6]!;
    expect(result).toEqual({ rows: [{ name, born }], rowCount: 1, hasMore: false });
  });

  test('may be wrapped in query_payload, and is given once', async () => {
    const query: Query = { table: 'authors', select: ['id', 'name'], limit: 10 };

    expect(await sql.queryDatabase({ query_payload: query })).toEqual(await sql.queryDatabase(query));
    expect((await refusalOf({ query_payload: query, limit: 3 })).message).toBe(
      'give the query once: as "query_payload", or as "limit"',
    );
    expect((await refusalOf({ select: ['id'] })).message).toBe('"table" is needed');
  });

  test('returns every column of the first hundred rows by default', async () => {
    const { rows, rowCount, hasMore } = await sql.queryDatabase({ table: 'books' });

    expect(Object.keys(rows[0]!)).toEqual(tables[1]!.columns.map(({ name }) => name));
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
    expect({ rowCount, hasMore }).toEqual({ rowCount: 100, hasMore: true });
  });

  test('continues at an offset', async () => {
    const { rows, hasMore } = await sql.queryDatabase({ table: 'books', select: ['id'], offset: 100 });

    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => index + 101));
    expect(hasMore).toBe(false);
  });

  test('reports no more rows when the limit equals the row count', async () => {
    const { rowCount, hasMore } = await sql.queryDatabase({ table: 'books', limit: 120 });

    expect({ rowCount, hasMore }).toEqual({ rowCount: 120, hasMore: false });
  });

  test('sorts by several columns, then by id', async () => {
    const { rows } = await sql.queryDatabase({
      table: 'books',
      select: ['genre', 'pages', 'id'],
      orderBy: [{ column: 'genre', direction: 'desc' }, { column: 'pages' }],
      limit: 1000,
    });

    const expected = [...rows].sort(
      (a, b) =>
        String(b['genre']).localeCompare(String(a['genre'])) ||
        Number(a['pages']) - Number(b['pages']) ||
        Number(a['id']) - Number(b['id']),
    );
    expect(rows).toEqual(expected);
    expect(rows[0]!['genre']).toBe('travel');
  });

  test('returns only rows that match every condition', async () => {
    const { rows } = await sql.queryDatabase({
      table: 'books',
      select: ['year', 'pages'],
      where: [
        { column: 'year', operator: '>=', value: 2000 },
        { column: 'pages', operator: '<', value: 300 },
      ],
    });

    expect(rows.length).toBeGreaterThan(0);
    expect(rows.every(({ year, pages }) => Number(year) >= 2000 && Number(pages) < 300)).toBe(true);
  });

  test.each([
    ['=', 1967, (born) => born === 1967],
    ['!=', 1967, (born) => born !== 1967],
    ['<', 1967, (born) => born < 1967],
    ['<=', 1967, (born) => born <= 1967],
    ['>', 1967, (born) => born > 1967],
    ['>=', 1967, (born) => born >= 1967],
    ['in', [1967, 1929], (born) => born === 1967 || born === 1929],
    ['like', '19_7', (born) => born >= 1900 && born % 10 === 7],
  ] as [Operator, number | string | number[], (born: number) => boolean][])(
    'compares with %s',
    async (operator, value, fits) => {
      const where: Condition[] = [{ column: 'born', operator, value }];

      const { rows } = await sql.queryDatabase({ table: 'authors', select: ['born'], where });

      const years = tables[0]!.rows.map(([, , , born]) => Number(born));
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.map(({ born }) => born)).toEqual(years.filter(fits));
    },
  );

  test('distinguishes null from other values', async () => {
    const without = await sql.queryDatabase({ table: 'customers', where: [{ column: 'email', operator: 'is null' }] });
    const having = await sql.queryDatabase({
      table: 'customers',
      where: [{ column: 'email', operator: 'is not null' }],
    });

    expect(without.rowCount).toBeGreaterThan(0);
    expect(without.rows.every(({ email }) => email === null)).toBe(true);
    expect(without.rowCount + having.rowCount).toBe(60);
  });

  test('returns an empty result when nothing matches', async () => {
    const result = await sql.queryDatabase({ table: 'books', where: [{ column: 'year', operator: '>', value: 3000 }] });

    expect(result).toEqual({ rows: [], rowCount: 0, hasMore: false });
  });
});

describe('hostile input', () => {
  const injections = [
    `'; DROP TABLE books; --`,
    `' OR '1'='1`,
    `" OR ""="`,
    `x' UNION SELECT sql FROM sqlite_master --`,
    '%; ATTACH DATABASE "/etc/passwd" AS p',
  ];
  afterEach(async () => {
    const { rows } = await sql.queryDatabase({ table: 'books', limit: 1000 });
    expect(rows.map((row) => Object.values(row))).toEqual(tables[1]!.rows);
  });

  test.each(injections)('a value is not run as SQL: %s', async (value) => {
    const { rowCount } = await sql.queryDatabase({
      table: 'books',
      where: [{ column: 'title', operator: '=', value }],
    });

    expect(rowCount).toBe(0);
  });

  test.each(injections)('a value in a list is not run as SQL: %s', async (value) => {
    const where: Condition[] = [{ column: 'title', operator: 'in', value: [value, 'no such title'] }];

    expect((await sql.queryDatabase({ table: 'books', where })).rowCount).toBe(0);
  });

  test.each([...injections, 'sqlite_master', 'sqlite_schema', 'books b', 'main.books', 'BOOKS', '__proto__'])(
    'an unknown table is rejected: %s',
    async (table) => {
      expect((await refusalOf({ table })).message).toBe(`there is no table "${table}"`);
    },
  );

  test.each([...injections, '*', 'title"', 'title AS x', '(SELECT 1)', 'rowid', 'load_extension', 'constructor'])(
    'an unknown column is rejected in select, orderBy and where: %s',
    async (column) => {
      const message = `table "books" has no column "${column}"`;

      expect((await refusalOf({ table: 'books', select: [column] })).message).toBe(message);
      expect((await refusalOf({ table: 'books', orderBy: [{ column }] })).message).toBe(message);
      expect((await refusalOf({ table: 'books', where: [{ column, operator: '=', value: 1 }] })).message).toBe(message);
    },
  );

  test('a pattern full of wildcards is matched within 2 seconds', async () => {
    const started = performance.now();

    await sql.queryDatabase({ table: 'books', where: [{ column: 'title', operator: 'like', value: '%e'.repeat(50) }] });

    expect(performance.now() - started).toBeLessThan(2_000);
  });

  test.each(['DELETE FROM books', 'UPDATE books SET year = 0', 'CREATE TABLE t (a)', 'DROP TABLE sales'])(
    'the database itself rejects %s',
    async (statement) => {
      const bookshop = await openBookshop();

      expect(() => bookshop.read({ sql: statement, values: [] })).toThrow('readonly');

      bookshop.close();
    },
  );
});

describe('an invalid query', () => {
  test.each([
    [{ table: 'book' }, 'Did you mean "books"?'],
    [{ table: 'Customer' }, 'Did you mean "customers"?'],
    [{ table: 'planets' }, 'There are: authors, books, customers, sales'],
    [{ table: 'books', select: ['titel'] }, 'Did you mean "title"?'],
    [{ table: 'books', select: ['price'] }, 'Did you mean "price_cents"?'],
  ])('is rejected with a suggestion: %j', async (query, suggestion) => {
    expect((await refusalOf(query)).suggestions).toContain(suggestion);
  });

  test.each([
    ['in', 3, 'a list of 1 to 500 values'],
    ['in', [], 'a list of 1 to 500 values'],
    ['=', [1, 2], 'one value'],
    ['<', undefined, 'one value'],
    ['like', '%'.repeat(101), 'a pattern of at most 100 characters'],
  ] as [Operator, string | number | number[] | undefined, string][])(
    'is rejected for the operator %s with %j',
    async (operator, value, expected) => {
      const condition = value === undefined ? { column: 'id', operator } : { column: 'id', operator, value };

      const refusal = await refusalOf({ table: 'books', where: [condition] });

      expect(refusal.message).toBe(`the operator "${operator}" needs ${expected}`);
    },
  );
});

describe('the resources', () => {
  test('list the tables', () => {
    expect(sql.listTables().map(({ name, rowCount, uri }) => [name, rowCount, uri])).toEqual([
      ['authors', 50, 'sql://tables/authors'],
      ['books', 120, 'sql://tables/books'],
      ['customers', 60, 'sql://tables/customers'],
      ['sales', 200, 'sql://tables/sales'],
    ]);
  });

  test('describe a table with its columns and first rows', async () => {
    const { columns, sample } = await sql.describeTable('books');

    expect(columns[2]).toEqual({
      name: 'author_id',
      type: 'INTEGER',
      description: 'Who wrote it',
      optional: false,
      references: 'authors',
    });
    expect(sample.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  test('are plain JSON', async () => {
    const description = await sql.describeTable('customers');

    expect(JSON.parse(JSON.stringify(description))).toEqual(description);
  });

  test('list each table and complete table names', () => {
    expect(sql.tableResources().map(({ uri }) => uri)).toEqual(sql.listTables().map(({ uri }) => uri));
    expect(sql.tableNames('B')).toEqual(['books']);
  });

  test('suggest the nearest table for an unknown name', async () => {
    await expect(sql.describeTable('book')).rejects.toMatchObject({
      data: { suggestions: ['Read sql://tables/books', 'Read sql://tables'] },
    });
  });

  test.each(['nothing', 'sqlite_master', '../books', ''])('reject the unknown table "%s"', async (table) => {
    const read = sql.describeTable(table);

    await expect(read).rejects.toBeInstanceOf(McpError);
    await expect(read).rejects.toMatchObject({ kind: 'resource-not-found' });
  });
});

describe('the sample data', () => {
  test.each(tables.map((table) => [table.name, table] as const))('%s has one cell per column', (_name, table) => {
    expect(table.rows.every((row) => row.length === table.columns.length)).toBe(true);
  });

  test.each(
    tables.flatMap((table) =>
      table.columns.flatMap((column, index) => (column.references ? [{ table, column, index }] : [])),
    ),
  )('every $table.name.$column.name exists in $column.references', ({ table, column, index }) => {
    const known = new Set(tables.find(({ name }) => name === column.references)!.rows.map(([id]) => id));

    expect(table.rows.filter((row) => !known.has(row[index]!))).toEqual([]);
  });
});

test('a stopped plugin reopens its database for the next query', async () => {
  const reopened = new Sql();
  await reopened.queryDatabase({ table: 'books', limit: 1 });
  await reopened.stop();

  expect((await reopened.queryDatabase({ table: 'books', limit: 1 })).rowCount).toBe(1);

  await reopened.stop();
});
