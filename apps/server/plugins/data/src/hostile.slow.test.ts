import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askedBy } from './asked-by.test-support.js';
import { Data } from './data.js';
import { Models } from './models.js';
import { KeptResults } from './results.js';

const models = new Models({ models: join(import.meta.dirname, '../models'), maxMemoryMb: 128, queryTimeoutMs: 1_500 });
const data = new Data(models, new KeptResults(), { sql: true });
const context = askedBy();
const count = 'SELECT (SELECT count(*) FROM sales), (SELECT count(*) FROM books), (SELECT sum(paid_cents) FROM sales)';
let before: unknown;

beforeAll(async () => {
  await models.start();
  before = (await data.sql(count, context)).rows;
});
afterAll(() => models.stop());

const refused = [
  '',
  ';',
  'not sql',
  'SELECT 1; SELECT 2',
  'SELECT 1; DROP TABLE sales',
  'SELECT 1;; DELETE FROM sales',
  'SELECT 1) ; DROP TABLE sales; --',
  '/* SELECT */ DELETE FROM sales',
  '-- SELECT 1\nDROP TABLE sales',
  'DROP TABLE sales',
  'DELETE FROM sales',
  'UPDATE sales SET paid_cents = 0',
  "INSERT INTO sales VALUES (1, 1, 1, DATE '2024-01-01', 1, 1)",
  'INSERT INTO books SELECT * FROM books',
  'TRUNCATE sales',
  'ALTER TABLE sales ADD COLUMN x INTEGER',
  'ALTER TABLE sales RENAME TO gone',
  'CREATE TABLE t (a INTEGER)',
  'CREATE TABLE t AS SELECT 1',
  'CREATE VIEW v AS SELECT 1',
  'CREATE OR REPLACE VIEW sales AS SELECT 1',
  'CREATE MACRO f(a) AS a',
  'CREATE SEQUENCE s',
  'CREATE SCHEMA s',
  "COPY sales TO '/tmp/sigil-out.csv'",
  "COPY (SELECT 1) TO '/tmp/sigil-out.csv'",
  "COPY sales FROM '/etc/passwd'",
  "EXPORT DATABASE '/tmp/sigil-out'",
  "IMPORT DATABASE '/tmp/sigil-out'",
  "ATTACH '/tmp/other.db' AS other",
  "ATTACH ':memory:' AS other",
  'DETACH memory',
  'USE memory',
  'INSTALL httpfs',
  'LOAD httpfs',
  'PRAGMA database_list',
  "PRAGMA temp_directory='/tmp'",
  'PRAGMA version',
  'SET enable_external_access = true',
  'SET lock_configuration = false',
  "SET memory_limit = '100GB'",
  'RESET enable_external_access',
  'CALL pragma_version()',
  'CHECKPOINT',
  'VACUUM',
  'BEGIN TRANSACTION',
  'COMMIT',
  'ROLLBACK',
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  'EXPLAIN ANALYZE SELECT 1',
  'DESCRIBE sales',
  'SHOW TABLES',
  'SELECT ?',
  'SELECT $1',
  "SELECT * FROM read_csv('/etc/passwd')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_blob('/etc/passwd')",
  "SELECT * FROM '/etc/passwd'",
  "FROM '/etc/passwd'",
  "SELECT * FROM glob('/etc/*')",
  "SELECT * FROM read_parquet('https://example.com/a.parquet')",
  "SELECT * FROM read_json('/proc/self/environ')",
  "WITH x AS (SELECT * FROM read_csv('/etc/passwd')) SELECT * FROM x",
  'WITH x AS (DELETE FROM sales RETURNING *) SELECT * FROM x',
  'WITH x AS (INSERT INTO sales SELECT * FROM sales RETURNING *) SELECT * FROM x',
  "SELECT getenv('HOME')",
  'SELECT count(*) FROM range(1000000) a, range(1000000) b',
  'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
  "SELECT repeat('x', 1000000000000)",
  "SELECT string_agg(repeat('x', 1000000), '') FROM range(100000)",
  'SELECT list(a.range) FROM range(100000000) a, range(100) b',
];

test.each(refused)('hostile SQL is rejected or stopped by a limit: %s', async (sql) => {
  const error: unknown = await data.sql(sql, context).then(
    ({ rows }) => new Error(`it ran: ${JSON.stringify(rows).slice(0, 200)}`),
    (reason: unknown) => reason,
  );

  expect(error).toMatchObject({ name: 'ToolError' });
  expect(String(error)).not.toMatch(/root:|\/etc\/(?!passwd)/);
  expect((await data.sql(count, context)).rows).toEqual(before);
});

test.each(['SELECT 1', '(SELECT 1)', 'WITH x AS (SELECT 1 AS a) SELECT a FROM x', 'FROM sales LIMIT 1', 'VALUES (1)'])(
  'read-only SQL runs: %s',
  async (sql) => {
    expect((await data.sql(sql, context)).rowCount).toBe(1);
  },
);

test('an endless series is cut at the row limit', async () => {
  const { rowCount, limit } = await data.sql('SELECT * FROM range(1000000000000)', context);

  expect([rowCount, limit.reached]).toEqual([1000, true]);
});
