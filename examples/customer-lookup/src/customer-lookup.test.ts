import { connectPlugin, type McpClient } from '@sigil/testing';
import * as plugin from 'sigil:plugin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPostgres, type Postgres } from './postgres.test-support.js';

let postgres: Postgres;
let client: McpClient;

beforeAll(async () => {
  postgres = await openPostgres();
  postgres.run(`
    create table customers (id int primary key, name text not null, city text not null);
    create table orders (customer int references customers, article text not null, placed timestamptz not null);
    insert into customers values (1, 'Ada Lovelace', 'London'), (2, 'Grace Hopper', 'New York'), (3, '100% Adana', 'Oslo');
    insert into orders values (1, 'loom', '1843-01-01T00:00Z'), (1, 'notes', '1843-08-01T00:00Z');
  `);
  client = await connectPlugin(plugin, { configuration: { connectionString: postgres.connectionString } });
});

afterAll(async () => {
  await client?.close();
  await postgres?.close();
});

test('customers are found by a part of their name', async () => {
  const { structuredContent } = await client.callTool('find', { name: 'ada' });

  expect(structuredContent).toEqual([
    { id: 3, name: '100% Adana', city: 'Oslo' },
    { id: 1, name: 'Ada Lovelace', city: 'London' },
  ]);
});

test.each(["'; drop table orders; --", '%%', '0%'])('a search for %s matches it literally', async (name) => {
  const { isError, structuredContent } = await client.callTool('find', { name });

  expect(isError).toBe(false);
  expect(structuredContent).toHaveLength(name === '0%' ? 1 : 0);
});

test('orders are listed with their times, newest first', async () => {
  expect((await client.callTool('orders', { customer: 1 })).structuredContent).toEqual([
    { article: 'notes', placed: '1843-08-01T00:00:00.000Z' },
    { article: 'loom', placed: '1843-01-01T00:00:00.000Z' },
  ]);
});

test('orders of an unknown customer fail with an error that names the number and suggests "find"', async () => {
  expect(await client.callTool('orders', { customer: 99 })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/no customer has the number 99\n.*Call "find"/) }],
  });
});

test('the schema is a resource', async () => {
  const [contents] = await client.readResource('schema://tables');

  expect(JSON.parse(String(contents?.['text']))).toContainEqual({ table: 'customers', column: 'city', type: 'text' });
});
