import { describe, expect, test } from 'vitest';
import { catalogOf, promptOf, resourceOf, templateOf, toolOf } from '../catalog/catalog.test-support.js';
import type { Catalog } from '../catalog/catalog.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { revisions } from '../revisions/choose-revision.js';
import type { Revision } from '../revisions/revision.js';
import { callWith, newest, resultOf } from './operation.test-support.js';
import type { Operation } from './operation.js';
import { promptsList } from './prompts-list.js';
import { resourcesList } from './resources-list.js';
import { resourcesTemplatesList } from './resources-templates-list.js';
import { toolsList } from './tools-list.js';

const catalogWith = (count: number, prefix = 'n') => {
  const names = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
  return catalogOf({
    tools: names.map((name) => toolOf(name)),
    prompts: names.map((name) => promptOf(name)),
    resources: names.map((name) => resourceOf(name)),
    resourceTemplates: names.map((name) => templateOf(name)),
  });
};

interface Turning {
  readonly operation?: Operation;
  readonly catalog: Catalog;
  readonly cursor?: JsonValue;
  readonly pageSize?: number;
  readonly revision?: Revision;
}

function turn({
  operation = toolsList,
  catalog,
  cursor,
  pageSize = 3,
  revision = newest,
}: Turning): Promise<JsonObject> {
  const params = cursor === undefined ? {} : { cursor };
  // In a promise, so that a synchronous refusal rejects too.
  return Promise.resolve().then(() =>
    resultOf(operation, callWith({ catalog, params, revision, limits: { pageSize } })),
  );
}

/** Returns the names on every page, following the cursors. */
async function turnAll(turning: Turning, member = 'tools'): Promise<string[][]> {
  const pages: string[][] = [];
  let cursor: JsonValue | undefined;
  do {
    const page: JsonObject = await turn({ ...turning, ...(cursor === undefined ? {} : { cursor }) });
    pages.push((page[member] as { name: string }[]).map(({ name }) => name));
    cursor = page['nextCursor'];
  } while (cursor !== undefined);
  return pages;
}

const lists: [string, Operation][] = [
  ['tools', toolsList],
  ['prompts', promptsList],
  ['resources', resourcesList],
  ['resourceTemplates', resourcesTemplatesList],
];

describe.each(revisions)('$date', (revision) => {
  test.each(lists)('%s are listed in pages, in order, each once', async (member, operation) => {
    const pages = await turnAll({ operation, catalog: catalogWith(7), revision }, member);

    expect(pages).toEqual([['n0', 'n1', 'n2'], ['n3', 'n4', 'n5'], ['n6']]);
  });
});

test.each(lists)(
  'by default, 1,000 %s are on one page, since some clients read only the first',
  async (member, operation) => {
    const page = await resultOf(operation, callWith({ catalog: catalogWith(1_000) }));

    expect(page[member]).toHaveLength(1_000);
    expect(page).not.toHaveProperty('nextCursor');
  },
);

test.each([
  [0, [0]],
  [1, [1]],
  [3, [3]],
  [4, [3, 1]],
  [6, [3, 3]],
])('%i components are split into pages of %j', async (count, sizes) => {
  expect((await turnAll({ catalog: catalogWith(count) })).map(({ length }) => length)).toEqual(sizes);
});

test('the last page has no cursor at all', async () => {
  expect(await turn({ catalog: catalogWith(3) })).not.toHaveProperty('nextCursor');
});

test('every page has the same cache hints', async () => {
  const catalog = catalogWith(4);
  const first = await turn({ catalog });

  const second = await turn({ catalog, cursor: first['nextCursor']! });

  expect([first['cacheScope'], second['cacheScope']]).toEqual(['public', 'public']);
  expect([first['ttlMs'], second['ttlMs']]).toEqual([60_000, 60_000]);
});

test('a page may be requested again', async () => {
  const catalog = catalogWith(4);
  const cursor = (await turn({ catalog }))['nextCursor']!;

  expect(await turn({ catalog, cursor })).toEqual(await turn({ catalog, cursor }));
});

test('a cursor is valid on every server with the same list', async () => {
  const cursor = (await turn({ catalog: catalogWith(4) }))['nextCursor']!;

  expect(await turn({ catalog: catalogWith(4), cursor })).toMatchObject({ tools: [{ name: 'n3' }] });
});

test('servers that share a catalog each use their own page size', async () => {
  const catalog = catalogWith(4);

  const sizes = [await turnAll({ catalog, pageSize: 3 }), await turnAll({ catalog, pageSize: 2 })];

  expect(sizes.map((pages) => pages.map(({ length }) => length))).toEqual([
    [3, 1],
    [2, 2],
  ]);
});

test('a null cursor requests the first page', async () => {
  const catalog = catalogWith(4);

  expect(await turn({ catalog, cursor: null })).toEqual(await turn({ catalog }));
});

describe('a cursor', () => {
  const catalog = catalogWith(4);
  const refused = { kind: 'invalid-params' };

  test.each<JsonValue>(['', ' ', 'abc', 'MA==', '0', '3', 0, 3, true, {}, [], '__proto__', 'constructor'])(
    'that is %j is rejected',
    async (cursor) => {
      await expect(turn({ catalog, cursor })).rejects.toMatchObject(refused);
    },
  );

  test('from another list is rejected', async () => {
    const cursor = (await turn({ catalog, operation: promptsList }))['nextCursor']!;

    await expect(turn({ catalog, cursor })).rejects.toMatchObject(refused);
  });

  test('from before a swap is rejected', async () => {
    const cursor = (await turn({ catalog }))['nextCursor']!;

    await expect(turn({ catalog: catalogWith(4, 'other'), cursor })).rejects.toMatchObject(refused);
    await expect(turn({ catalog: catalogWith(5), cursor })).rejects.toMatchObject(refused);
  });

  test('that was changed is rejected', async () => {
    const cursor = atob(String((await turn({ catalog }))['nextCursor']));

    for (const changed of [`${cursor}0`, cursor.replace('.3', '.1'), cursor.replace('.3', '.-3'), cursor.slice(1)]) {
      await expect(turn({ catalog, cursor: btoa(changed) })).rejects.toMatchObject(refused);
    }
  });
});
