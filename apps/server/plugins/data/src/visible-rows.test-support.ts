/**
 * A model whose callers see only the rows of their country, and the rows that each of them must see with any engine.
 */
import { isToolError } from '@sigil/core';
import { expect, test } from 'vitest';
import { askedBy } from './asked-by.test-support.js';
import type { Data } from './data.js';
import type { DataResources } from './data-resources.js';
import type { Caller } from './visible-rows.js';

const scopes = ['data'];
const callers = {
  ann: { id: 'ann', issuer: 'https://as.example', scopes, claims: { country: 'France' } },
  bob: { id: 'bob', issuer: 'https://as.example', scopes, claims: { country: ['Denmark', 'Spain', 7, null] } },
  nobody: { id: 'nobody', issuer: 'https://as.example', scopes, claims: {} },
  odd: { id: 'odd', issuer: 'https://as.example', scopes, claims: { country: { name: 'France' } } },
  clever: { id: 'clever', issuer: 'https://as.example', scopes, claims: { country: "France' OR '1'='1" } },
  boss: { id: 'boss', issuer: 'https://as.example', scopes: ['data', 'authors:all'], claims: {} },
  local: { id: 'local', issuer: '', scopes: 'every', claims: {} },
} satisfies Record<string, Caller>;

type Name = keyof typeof callers;
const visible: readonly (readonly [Name, readonly string[] | 'every'])[] = [
  ['ann', ['France']],
  ['bob', ['Denmark', 'Spain']],
  ['nobody', []],
  ['odd', []],
  ['clever', []],
  ['boss', 'every'],
  ['local', 'every'],
];

/** The bookshop's model with the rule in it, and a view that joins what it hides. */
export function withRule(model: string): string {
  const rule = 'rows: [{ column: country, equals: claims.country, unlessScope: "authors:all" }]';
  const view = 'books_by_country: { source: books, dimensions: [author.country], measures: [titles] }';
  return (
    model.replace('dimensions: { name: {}, country', `${rule}\n    dimensions: { name: {}, country`) + `  ${view}\n`
  );
}

/** One engine with the bookshop. */
export interface AskedBookshop {
  /** With the rule. */
  readonly data: Data;
  /** Without it. */
  readonly all: Data;
  readonly resources: DataResources;
}

/** Runs for one engine. @param manyRows a SELECT of 450 rows */
export function testVisibleRows(asked: () => AskedBookshop, manyRows: string): void {
  test.each(visible)('%s sees exactly the rows that the rule allows', async (name, countries) => {
    const { data, all } = asked();
    const query = { source: 'authors', dimensions: ['country', 'name'] };
    const { rows } = await data.query(query, askedBy(callers[name]));
    const every = (await all.query(query, askedBy())).rows;

    const expected = every.filter(([country]) => countries === 'every' || countries.includes(String(country)));
    expect(rows).toEqual(expected);
    if (countries.length > 0) expect(rows.length).toBeGreaterThan(0);
  });

  test('a filter of the caller does not reveal hidden rows', async () => {
    const filters = [{ field: 'country', operator: '!=' as const, value: 'France' }];
    const query = { source: 'authors', measures: ['authors'], filters };

    const { rows } = await asked().data.query(query, askedBy(callers.ann));

    expect(rows).toEqual([[0]]);
  });

  test('hidden rows stay hidden in groups, filters, charts and streams of a source that joins them', async () => {
    const { data } = asked();
    const context = askedBy(callers.ann);
    const dimensions = ['author.country', 'author.name'];
    const filters = [{ field: 'author.country', operator: 'is not null' as const }];
    const grouped = await data.query({ source: 'books', dimensions: ['author.country'] }, context);
    const filtered = await data.query({ source: 'books', dimensions, filters }, context);
    const streamed: unknown[][] = [];
    for await (const text of data.stream({ source: 'books', dimensions }, context)) {
      streamed.push(...text.split('\n').map((line) => JSON.parse(line) as unknown[]));
    }
    const drawn = JSON.stringify(await data.chart('books_by_country', context));

    expect(grouped.rows).toEqual([['France'], [null]]);
    expect(new Set(filtered.rows.map(([country]) => country))).toEqual(new Set(['France']));
    expect(new Set(streamed.map(([country]) => country))).toEqual(new Set(['France', null]));
    expect(drawn).toContain('France');
    expect(drawn).not.toMatch(/Denmark|Spain|Kenya/);
  });

  test('a view is filtered, and explained SQL contains the filter but no value of a claim', async () => {
    const { data } = asked();
    const view = await data.view('books_by_country', askedBy(callers.bob));
    const { sql } = data.explain({ source: 'authors', dimensions: ['name'] }, askedBy(callers.ann));

    expect(view.rows.map(([country]) => country)).toEqual(['Denmark', 'Spain', null]);
    expect(sql).toContain('WHERE');
    expect(sql).not.toContain('France');
  });

  test.each<[Name, boolean]>([
    ['ann', false],
    ['nobody', false],
    ['boss', true],
    ['local', true],
  ])('%s may run SQL: %s', async (name, isAllowed) => {
    const answer: unknown = await asked()
      .data.sql('SELECT 1 AS one', askedBy(callers[name]))
      .catch((error: unknown) => error);

    if (isAllowed) expect(answer).toMatchObject({ rowCount: 1 });
    else expect(isToolError(answer) && answer.message).toContain('you do not see all rows');
  });

  test('pages of a result are returned only to the caller that asked', async () => {
    const { data, resources } = asked();
    const boss = askedBy(callers.boss);
    const { next = '' } = await data.sql(manyRows, boss);
    const [id = '', offset = ''] = next.split('/').slice(-2);

    expect(resources.page(id, Number(offset), boss).rows.length).toBeGreaterThan(0);
    expect(() => resources.page(id, Number(offset), askedBy(callers.ann))).toThrow('not kept any more');
    expect(() => resources.page(id, Number(offset), askedBy({ ...callers.boss, issuer: 'https://x' }))).toThrow();
  });
}
