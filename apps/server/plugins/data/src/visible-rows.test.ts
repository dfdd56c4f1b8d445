import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Data } from './data.js';
import { DataResources } from './data-resources.js';
import { Models } from './models.js';
import { readModel } from './read-model.js';
import { KeptResults } from './results.js';
import { testVisibleRows, withRule, type AskedBookshop } from './visible-rows.test-support.js';

const bundled = join(import.meta.dirname, '../models');
let folder: string;
/** The bookshop's files, and models that nobody serves. */
let scratch: string;
let asked: AskedBookshop;
const opened: Models[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sigil-data-'));
  scratch = await mkdtemp(join(tmpdir(), 'sigil-data-'));
  for (const place of [folder, scratch]) await cp(bundled, place, { recursive: true });
  const path = join(folder, 'bookshop.yaml');
  await writeFile(path, withRule(await readFile(path, 'utf8')));
  const results = new KeptResults();
  const [ruled, all] = [new Models({ models: folder }), new Models({ models: bundled })];
  opened.push(ruled, all);
  await Promise.all(opened.map((it) => it.start()));
  asked = {
    data: new Data(ruled, results, { sql: true }),
    all: new Data(all, new KeptResults()),
    resources: new DataResources(ruled, results),
  };
});
afterAll(async () => {
  await Promise.all(opened.map((it) => it.stop()));
  await Promise.all([folder, scratch].map((it) => rm(it, { recursive: true })));
});

describe('a rule on rows', () => {
  testVisibleRows(() => asked, 'SELECT range AS i FROM range(450)');

  test.each([
    ['column: land', 'sources.authors.rows.0.column names no column'],
    ['equals: country', 'sources.authors.rows.0.equals must be id, issuer, client or a claim such as claims.country'],
    ['unlessScop: x', 'sources.authors.rows.0.unlessScop is no key that there is; expected "unlessScope"'],
    ['column: 7', 'sources.authors.rows.0.column must be a text, got number'],
  ])('with %s is rejected with its path in the model', async (change, problem) => {
    const [member = ''] = change.split(':', 1);
    const text = await readFile(join(folder, 'bookshop.yaml'), 'utf8');
    const changed = text.includes(`${member}: `)
      ? text.replace(new RegExp(`${member}: [\\w.]+(?=[,}].*unlessScope)`), change)
      : text.replace('unlessScope: "authors:all"', change);
    await writeFile(join(scratch, 'broken.yaml'), changed);

    await expect(readModel(join(scratch, 'broken.yaml'))).rejects.toThrow(problem);
  });

  test('forbids subqueries in expressions', async () => {
    const text = await readFile(join(folder, 'bookshop.yaml'), 'utf8');
    const changed = text.replace("authors: { sql: 'count(*)'", "authors: { sql: '(FROM authors SELECT count(*))'");
    await writeFile(join(scratch, 'broken.yaml'), changed);

    await expect(readModel(join(scratch, 'broken.yaml'))).rejects.toThrow(
      'sources.authors.measures.authors.sql must not have a query of its own',
    );
  });
});
