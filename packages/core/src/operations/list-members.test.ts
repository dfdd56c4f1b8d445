import { describe, expect, test } from 'vitest';
import { catalogOf, promptOf, resourceOf, templateOf, toolOf } from '../catalog/catalog.test-support.js';
import { revisions } from '../revisions/choose-revision.js';
import { listOperation } from './list-members.js';
import { callWith, resultOf } from './operation.test-support.js';
import { promptsList } from './prompts-list.js';
import { resourcesList } from './resources-list.js';
import { resourcesTemplatesList } from './resources-templates-list.js';
import { toolsList } from './tools-list.js';

const lists = [
  { operation: toolsList, member: 'tools', catalog: catalogOf({ tools: [toolOf('b'), toolOf('a')] }) },
  { operation: promptsList, member: 'prompts', catalog: catalogOf({ prompts: [promptOf('b'), promptOf('a')] }) },
  {
    operation: resourcesList,
    member: 'resources',
    catalog: catalogOf({ resources: [resourceOf('b'), resourceOf('a')] }),
  },
  {
    operation: resourcesTemplatesList,
    member: 'resourceTemplates',
    catalog: catalogOf({ resourceTemplates: [templateOf('b'), templateOf('a')] }),
  },
];

describe.each(lists)('the list of $member', ({ operation, member, catalog }) => {
  test.each(revisions)(
    'in $date has every component in order, and only the members of the revision',
    async (revision) => {
      const result = await resultOf(operation, callWith({ revision, catalog }));

      const names = (result[member] as { name: string }[]).map(({ name }) => name);
      expect(names).toEqual(['b', 'a']);
      const hints = revision.era === 'modern' ? ['cacheScope', 'ttlMs'] : [];
      expect(Object.keys(result).sort()).toEqual([...hints, member].sort());
    },
  );

  test('is empty for an empty catalog', async () => {
    expect(await resultOf(operation, callWith())).toMatchObject({ [member]: [] });
  });

  test('rejects a cursor, because it has only one page', () => {
    expect(() => operation(callWith({ catalog, params: { cursor: 'abc' } }))).toThrow(
      expect.objectContaining({ kind: 'invalid-params' }),
    );
  });
});

describe('the text of a list', () => {
  function countingList() {
    let written = 0;
    const operation = listOperation({ method: 'things/list', member: 'things', items: () => [{ written: ++written }] });
    return { operation, written: () => written };
  }

  test('is written once per catalog and revision', async () => {
    const { operation, written } = countingList();
    const catalog = catalogOf();

    for (const revision of [...revisions, ...revisions]) await operation(callWith({ catalog, revision }));

    expect(written()).toBe(revisions.length);
  });

  test('is written again for a new catalog', async () => {
    const { operation } = countingList();

    const first = await resultOf(operation, callWith({ catalog: catalogOf() }));
    const second = await resultOf(operation, callWith({ catalog: catalogOf() }));

    expect([first['things'], second['things']]).toEqual([[{ written: 1 }], [{ written: 2 }]]);
  });
});
