import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { askedBy } from './asked-by.test-support.js';
import { Data } from './data.js';
import { DataResources } from './data-resources.js';
import { answer, copyBookshop, manyQueries, queriesFrom, readSales } from './generated-queries.test-support.js';
import { Models } from './models.js';
import { openBookshop, openSilencing, type BookshopPostgres } from './postgres.test-support.js';
import { KeptResults } from './results.js';
import { testVisibleRows, withRule, type AskedBookshop } from './visible-rows.test-support.js';

const context = askedBy();
const { signal } = context;
const bundled = join(import.meta.dirname, '../models');
const running = "SELECT pid FROM pg_stat_activity WHERE application_name = 'sigil-data' AND state = 'active'";
const count = 'SELECT (SELECT count(*) FROM sales), (SELECT count(*) FROM books), (SELECT sum(paid_cents) FROM sales)';
let folder: string;
let shop: BookshopPostgres;
let models: Models;
let data: Data;

beforeAll(async () => {
  folder = await copyBookshop(bundled);
  shop = await openBookshop(folder);
  models = new Models({
    models: folder,
    databases: { shop: shop.reader },
    queryTimeoutMs: 3_000,
    maxMemoryMb: 64,
  });
  await models.start();
  data = new Data(models, new KeptResults(), { sql: true });
});
afterAll(async () => {
  await models.stop();
  await shop.close();
  await rm(folder, { recursive: true });
});

test(`${manyQueries} generated queries return the same rows on Postgres as a JavaScript evaluation`, async () => {
  const rows = await readSales(join(folder, 'bookshop'));
  const next = queriesFrom(10_000, rows);

  // Eight together, one for each connection.
  for (let count = 0; count < manyQueries; count += 8) {
    const queries = Array.from({ length: 8 }, next);
    const found = await Promise.all(queries.map((query) => data.query(query, context)));
    for (const [index, query] of queries.entries()) {
      expect({ query, rows: found[index]?.rows }).toEqual({ query, rows: answer(rows, query) });
    }
  }
}, 500_000);

test('columns have the types and units of the model, not those of the engine', async () => {
  const { columns, rows } = await data.view('revenue_by_month', context);

  expect(columns).toEqual([
    { name: 'month', type: 'date' },
    { name: 'revenue', type: 'number', unit: 'EUR' },
    { name: 'copies', type: 'integer' },
  ]);
  expect(rows[0]).toEqual(['2024-01-01', expect.any(Number), expect.any(Number)]);
});

describe('a rule on rows', () => {
  let own: Models;
  let ruled: string;
  let bookshop: AskedBookshop;
  beforeAll(async () => {
    ruled = await mkdtemp(join(tmpdir(), 'sigil-data-'));
    await writeFile(join(ruled, 'bookshop.yaml'), withRule(await readFile(join(folder, 'bookshop.yaml'), 'utf8')));
    own = new Models({ models: ruled, databases: { shop: shop.reader } });
    await own.start();
    const results = new KeptResults();
    bookshop = { data: new Data(own, results, { sql: true }), all: data, resources: new DataResources(own, results) };
  });
  afterAll(async () => {
    await own.stop();
    await rm(ruled, { recursive: true });
  });

  testVisibleRows(() => bookshop, 'SELECT generate_series(1, 450) AS i');
});

test('queries beyond the number of connections wait for a free one', async () => {
  const asked = Array.from({ length: 32 }, () => data.query({ source: 'sales', measures: ['sales'] }, context));

  expect((await Promise.all(asked)).map(({ rows }) => rows)).toEqual(asked.map(() => [[205]]));
});

test('a stream reads batches of 2000 rows, and leaving it early ends its query and its connection', async () => {
  const series = models.require('bookshop').stream({ sql: 'SELECT generate_series(1, 5000)', signal });
  const batches: unknown[][][] = [];
  for await (const { rows } of series) batches.push(rows);
  const left = models.require('bookshop').stream({ sql: 'SELECT generate_series(1, 100000000)', signal });
  await left.next();
  await left.return(undefined);

  expect(batches.map(({ length }) => length)).toEqual([0, 2_000, 2_000, 1_000]);
  expect(batches.flat()).toEqual(Array.from({ length: 5_000 }, (_, index) => [index + 1]));
  await vi.waitFor(
    async () =>
      expect(await shop.ask("SELECT pid FROM pg_stat_activity WHERE application_name = 'sigil-data'")).toEqual([]),
    20_000,
  );
});

describe('a Postgres session', () => {
  let own: Models;
  let asked: Data;
  const countOfSales = { source: 'sales', measures: ['sales'] };
  const idle = "SELECT pid FROM pg_stat_activity WHERE application_name = 'sigil-data' AND state = 'idle'";
  const sessions = (): Promise<unknown[][]> =>
    shop.ask("SELECT pid FROM pg_stat_activity WHERE application_name = 'sigil-data' ORDER BY pid");
  const countSales = async (): Promise<unknown> => (await asked.query(countOfSales, context)).rows;
  beforeEach(async () => {
    await vi.waitFor(async () => expect(await sessions()).toEqual([]), 20_000);
    own = new Models({ models: folder, databases: { shop: shop.reader } });
    await own.start();
    asked = new Data(own, new KeptResults(), { sql: true });
  });
  afterEach(() => own.stop());

  test('is reused by the next query', async () => {
    await countSales();
    await vi.waitFor(async () => expect(await shop.ask(idle)).toHaveLength(1), 20_000);
    const first = await shop.ask(idle);
    await countSales();

    await vi.waitFor(async () => expect(await shop.ask(idle)).toHaveLength(1), 20_000);
    expect(await sessions()).toEqual(first);
  });

  test('closes when the models stop, and after ten seconds without a query', async () => {
    await countSales();
    expect(await sessions()).toHaveLength(1);
    await vi.waitFor(async () => expect(await sessions()).toEqual([]), { timeout: 30_000 });
    await countSales();
    await own.stop();
    await vi.waitFor(async () => expect(await sessions()).toEqual([]), { timeout: 20_000 });
  });

  test('closes after SQL of a caller and after a failed query', async () => {
    await expect(asked.sql('SELECT 1 / 0', context)).rejects.toThrow('a value does not fit its type');
    await asked.sql('SELECT pg_advisory_lock(1)', context);

    const locks = "SELECT pid FROM pg_locks WHERE locktype = 'advisory'";
    await vi.waitFor(async () => expect(await shop.ask(locks)).toEqual([]), 20_000);
    // What is left is that in which the role was looked at.
    await vi.waitFor(async () => expect((await sessions()).length).toBeLessThan(2), 20_000);
  });

  test('is replaced after the server has terminated it', async () => {
    await countSales();
    const [[pid] = []] = await sessions();
    await shop.ask(`SELECT pg_terminate_backend(${String(pid)}, 5000)`);

    expect(await countSales()).toEqual([[205]]);
  });

  test('fails its query with queryTimeoutMs when the server stops responding', async () => {
    let isSilent = false;
    await using shaky = await openShaky(() => isSilent);
    await shaky.count();
    await vi.waitFor(async () => expect(await shop.ask(idle)).toHaveLength(1), 20_000);
    isSilent = true;

    await expect(shaky.count()).rejects.toThrow('limit queryTimeoutMs');
  });

  test('fails its query on timeout or abort when the server stops responding at BEGIN', async () => {
    await using shaky = await openShaky((piece) => piece.includes('BEGIN'));
    const leaving = new AbortController();
    const counts = [shaky.count(), shaky.count(leaving.signal)];
    setTimeout(() => leaving.abort(new Error('the caller left')), 100);

    expect(await Promise.allSettled(counts)).toMatchObject([
      { reason: { message: expect.stringContaining('limit queryTimeoutMs') } },
      { reason: { message: 'the caller left' } },
    ]);
  });

  test('closes its connection when the server does not answer a cancellation', async () => {
    await using shaky = await openShaky((piece) => piece.includes('pg_cancel_backend'));
    await expect(shaky.sleep()).rejects.toThrow('limit queryTimeoutMs');

    // Five seconds for the answer to the cancellation, and five for that to the end of the connection.
    await vi.waitFor(async () => expect(await sessions()).toEqual([]), { timeout: 30_000 });
  });

  test('does not block the next query when the server stops responding at ROLLBACK', async () => {
    await using shaky = await openShaky((piece) => piece.includes('ROLLBACK'));
    await Promise.all(Array.from({ length: 8 }, () => shaky.count()));

    expect(await shaky.count()).toEqual([[205]]);
  });

  /** Models of their own, whose connections may fall silent. */
  async function openShaky(isSilenced: (piece: string) => boolean) {
    const proxy = await openSilencing(shop.socketFile, isSilenced);
    const shaken = new Models({ models: folder, databases: { shop: proxy.address }, queryTimeoutMs: 500 });
    await shaken.start();
    const data = new Data(shaken, new KeptResults(), { sql: true });
    return {
      count: async (leaving = signal) => (await data.query(countOfSales, askedBy({}, leaving))).rows,
      sleep: async () => (await data.sql('SELECT pg_sleep(60)', context)).rows,
      [Symbol.asyncDispose]: async () => {
        await shaken.stop();
        proxy.close();
      },
    };
  }
});

test('aborting a call cancels its query in Postgres', async () => {
  const patient = new Models({ models: folder, databases: { shop: shop.reader }, queryTimeoutMs: 600_000 });
  await patient.start();
  const leaving = new AbortController();
  const asked = new Data(patient, new KeptResults(), { sql: true }).sql(
    'SELECT pg_sleep(600)',
    askedBy({}, leaving.signal),
  );
  asked.catch(() => undefined);
  await vi.waitFor(async () => expect(await shop.ask(running)).toHaveLength(1), 20_000);

  leaving.abort(new Error('the caller left'));

  await expect(asked).rejects.toThrow('the caller left');
  await vi.waitFor(async () => expect(await shop.ask(running)).toEqual([]), 20_000);
  await patient.stop();
});

test('SQL is rejected for a role that may read files of the server', async () => {
  const mighty = new Models({ models: folder, databases: { shop: shop.owner } });
  await mighty.start();
  const asked = new Data(mighty, new KeptResults(), { sql: true }).sql('SELECT 1', context);

  await expect(asked).rejects.toThrow('may do too much');
  await mighty.stop();
});

test('an unreachable database is reported without its address', async () => {
  const gone = new Models({ models: folder, databases: { shop: 'postgres://reader:secret@127.0.0.1:1/shop' } });
  await gone.start();
  const asked = new Data(gone, new KeptResults()).query({ source: 'sales', measures: ['sales'] }, context);

  await expect(asked).rejects.toThrow(/^the query cannot be run$/);
  await gone.stop();
});

test('a model with a missing or unknown database, or with mixed sources, is reported with its line', async () => {
  const own = await mkdtemp(join(tmpdir(), 'sigil-data-'));
  await cp(folder, own, { recursive: true });
  const text = await readFile(join(own, 'bookshop.yaml'), 'utf8');
  await writeFile(join(own, 'mixed.yaml'), text.replace('postgres: books', 'csv: bookshop/books.csv'));
  await writeFile(join(own, 'unnamed.yaml'), text.replace('database: shop', ''));
  await writeFile(join(own, 'other.yaml'), text.replace('database: shop', 'database: shoe'));
  const wrong = new Models({ models: own, databases: { shop: shop.reader } });
  await wrong.start();
  await wrong.stop();

  expect(wrong.faults).toEqual([
    expect.stringMatching(/^mixed\.yaml:\d+: sources\.books\.table\.csv /),
    expect.stringMatching(/^other\.yaml:\d+: database is not among the setting "databases"$/),
    expect.stringMatching(/^unnamed\.yaml:\d+: sources\.sales\.table\.postgres needs "database" at the top/),
  ]);
  await rm(own, { recursive: true });
});

describe('hostile SQL', () => {
  let before: unknown;
  beforeAll(async () => {
    before = await shop.ask(count);
  });

  // Some of them run until a limit of seconds.
  test.concurrent.each([
    '',
    ';',
    'not sql',
    'SELECT 1; SELECT 2',
    'SELECT 1; DROP TABLE sales',
    'SELECT 1; COMMIT; DROP TABLE sales',
    'COMMIT; DROP TABLE sales',
    'SELECT 1;; DELETE FROM sales',
    'SELECT 1) ; DROP TABLE sales; --',
    '/* SELECT */ DELETE FROM sales',
    '-- SELECT 1\nDROP TABLE sales',
    'DROP TABLE sales',
    'DELETE FROM sales',
    'UPDATE sales SET paid_cents = 0',
    'INSERT INTO books SELECT * FROM books',
    'TRUNCATE sales',
    'CREATE TABLE t (a INTEGER)',
    'CREATE TEMP TABLE t AS SELECT 1',
    'SELECT 1 INTO t',
    'SELECT * INTO TEMP t FROM sales',
    'SELECT * FROM sales FOR UPDATE',
    'WITH x AS (DELETE FROM sales RETURNING *) SELECT * FROM x',
    'WITH x AS (INSERT INTO sales SELECT * FROM sales RETURNING *) SELECT * FROM x',
    'WITH x AS (UPDATE sales SET paid_cents = 0 RETURNING *) SELECT * FROM x',
    "COPY sales TO '/tmp/sigil-out.csv'",
    "COPY sales FROM PROGRAM 'id'",
    'COPY sales TO STDOUT',
    'DO $$ BEGIN DELETE FROM sales; END $$',
    'CALL anything()',
    'EXECUTE p',
    'PREPARE p AS SELECT 1',
    'EXPLAIN ANALYZE DELETE FROM sales',
    'SHOW ALL',
    'SET statement_timeout = 0',
    'SET TRANSACTION READ WRITE',
    'SET ROLE owner',
    'RESET ALL',
    'BEGIN',
    'ROLLBACK',
    'SAVEPOINT s',
    'LISTEN x',
    "NOTIFY x, 'y'",
    'VACUUM',
    'LOCK TABLE sales',
    "LOAD '/tmp/x.so'",
    'FETCH ALL FROM found',
    'CLOSE found',
    'SELECT $1',
    "SELECT pg_read_file('/etc/passwd')",
    "SELECT pg_read_binary_file('/etc/passwd')",
    "SELECT pg_ls_dir('/')",
    "SELECT lo_import('/etc/passwd')",
    'SELECT * FROM pg_authid',
    'SELECT pg_reload_conf()',
    "SELECT set_config('transaction_read_only', 'off', true)",
    "SELECT set_config('role', 'owner', true)",
    "SELECT set_config('session_authorization', 'owner', true)",
    "SELECT query_to_xml('DELETE FROM sales', true, true, '')",
    'SELECT pg_sleep(600)',
    "SELECT set_config('statement_timeout', '0', true), pg_sleep(600)",
    'SELECT count(*) FROM generate_series(1, 1000000000000)',
    'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT sum(n::numeric) FROM r',
    "SELECT repeat('x', 1000000000) FROM generate_series(1, 100)",
    "SELECT repeat('x', 500000) FROM generate_series(1, 1000)",
  ])('is rejected or stopped by a limit: %s', async (sql) => {
    const error: unknown = await data.sql(sql, context).then(
      ({ rows }) => new Error(`it ran: ${JSON.stringify(rows).slice(0, 200)}`),
      (reason: unknown) => reason,
    );

    expect(error).toMatchObject({ name: 'ToolError' });
    expect(String(error)).not.toMatch(/root:|\/etc\/(?!passwd)/);
    expect(await shop.ask(count)).toEqual(before);
  });

  test.each(['SELECT 1', '(SELECT 1)', 'WITH x AS (SELECT 1 AS a) SELECT a FROM x', 'SELECT 1 AS a;', 'VALUES (1)'])(
    'runs if it only reads: %s',
    async (sql) => {
      expect((await data.sql(sql, context)).rows).toEqual([[1]]);
    },
  );

  test('is cut at the row limit if its result is endless', async () => {
    const { rowCount, limit } = await data.sql('SELECT generate_series(1, 1000000000000)', context);

    expect([rowCount, limit.reached]).toEqual([1000, true]);
  });

  test('leaves no setting and no table behind', async () => {
    await data.sql("SELECT set_config('statement_timeout', '0', false)", context);

    expect((await data.sql("SELECT current_setting('statement_timeout')", context)).rows).toEqual([['3s']]);
    expect(await shop.ask("SELECT 1 FROM pg_tables WHERE tablename = 't'")).toEqual([]);
  });
});
