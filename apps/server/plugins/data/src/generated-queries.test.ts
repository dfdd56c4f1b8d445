import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askedBy } from './asked-by.test-support.js';
import { Data } from './data.js';
import { answer, copyBookshop, queriesFrom, readSales } from './generated-queries.test-support.js';
import { Models } from './models.js';
import { KeptResults } from './results.js';

const folder = await copyBookshop(join(import.meta.dirname, '../models'));
const models = new Models({ models: folder });
const data = new Data(models, new KeptResults());
const context = askedBy();

beforeAll(() => models.start());
afterAll(async () => {
  await models.stop();
  await rm(folder, { recursive: true });
});

test('150 generated queries return the same rows as a JavaScript evaluation', async () => {
  const rows = await readSales(join(folder, 'bookshop'));
  const next = queriesFrom(17, rows);

  for (let count = 0; count < 150; count++) {
    const query = next();
    const { rows: found } = await data.query(query, context);
    expect({ query, rows: found }).toEqual({ query, rows: answer(rows, query) });
  }
}, 60_000);
