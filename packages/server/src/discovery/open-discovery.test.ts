import { describe, expect, test } from 'vitest';
import { buildCatalog, derive, type Catalog, type PublishedTool } from '@sigil/core/catalog';
import { localPrincipal } from '@sigil/core/engine';
import type { DiscoveryClient } from '@sigil/core/internal';
import { openDiscovery, problemsOfDiscovery } from './open-discovery.js';

function toolOf(name: string, description: string, members: Partial<PublishedTool> = {}): PublishedTool {
  const run: PublishedTool['run'] = async () => ({ kind: 'result', content: [], isError: false });
  return { definition: { name, description, inputSchema: { type: 'object' } }, run, ...members };
}

function catalogOf(...tools: readonly PublishedTool[]): Catalog {
  return buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
}

const clientOf = (members: Partial<DiscoveryClient> = {}): DiscoveryClient => ({
  session: {},
  principal: localPrincipal,
  info: undefined,
  capabilities: {},
  ...members,
});

function find(catalog: Catalog, query: string): string[] {
  const found = openDiscovery({ mode: 'search' })!.search(catalog, query, 5);
  return found.map(({ index }) => catalog.tools[index]!.definition.name);
}

describe('a search', () => {
  test('uses the terms of the build, such as keywords that no definition has', () => {
    const built = toolOf('debit', 'Takes money.', { terms: { invoice: 5 } });

    expect(find(catalogOf(built), 'invoice')).toEqual(['debit']);
  });

  test('reads the definition of a tool that was not built here', () => {
    expect(find(catalogOf(toolOf('remote', 'Finds an invoice.')), 'invoice')).toEqual(['remote']);
  });

  test('finds a tool by the text that a configuration shows, and by its keywords still', () => {
    const built = toolOf('debit', 'Takes money.', { terms: { money: 3, takes: 3, voucher: 5 } });
    const shown = derive(built, { definition: { ...built.definition, description: 'Charges a card.' } });

    expect(['card', 'voucher'].map((query) => find(catalogOf(shown), query))).toEqual([['debit'], ['debit']]);
  });

  test('finds a tool by the name that a server gives it', () => {
    const built = toolOf('find', 'Looks up.', { terms: { looks: 3 } });
    const renamed = derive(built, { definition: { ...built.definition, name: 'warehouse_find' } });

    expect(find(catalogOf(renamed), 'warehouse')).toEqual(['warehouse_find']);
  });
});

test('the index of a list is made when the list changes, and not by a search', async () => {
  let reads = 0;
  const { definition, ...tool } = toolOf('remote', 'Finds an invoice.');
  const counted = Object.defineProperty({ ...definition }, 'name', { get: () => (reads++, 'remote') });
  const catalog = catalogOf({ ...tool, definition: counted });
  const discovery = openDiscovery({ mode: 'search' })!;

  discovery.listChanged!(() => catalog);
  await new Promise((resolve) => setImmediate(resolve));
  const before = reads;

  expect(discovery.search(catalog, 'invoice', 5)).toHaveLength(1);
  expect(reads).toBe(before);
});

describe('in the mode auto', () => {
  const short = catalogOf(toolOf('a', 'Short.'));
  const long = catalogOf(toolOf('a', 'Long. '.repeat(1_000)));
  const listsAll = (catalog: Catalog, client = clientOf(), settings = {}): boolean =>
    openDiscovery({ mode: 'auto', aboveTokens: 100, ...settings })!.listsAll(client, catalog);

  test('a list within the budget is whole, and a longer one is not', () => {
    expect([listsAll(short), listsAll(long)]).toEqual([true, false]);
  });

  test('a client that defers definitions itself reads the whole list', () => {
    const client = clientOf({ info: { name: 'deferring', version: '1' } });

    expect(listsAll(long, client, { deferringClients: ['deferring'] })).toBe(true);
  });

  test('a session keeps its list when a swap makes it longer', () => {
    const discovery = openDiscovery({ mode: 'auto', aboveTokens: 100 })!;
    const client = clientOf();

    expect([discovery.listsAll(client, short), discovery.listsAll(client, long)]).toEqual([true, true]);
  });
});

test('in the mode search no client reads the whole list, and in the mode all there is no search', () => {
  expect(openDiscovery({ mode: 'search' })!.listsAll(clientOf(), catalogOf())).toBe(false);
  expect(openDiscovery({ mode: 'all' })).toBeUndefined();
});

test('tools with the names of the search are named, unless all tools are listed', () => {
  const current = () => catalogOf(toolOf('search_tools', ''), toolOf('other', ''));
  const source = { current } as never;

  expect(problemsOfDiscovery({ mode: 'search' }, source)).toEqual([
    'the tool "search_tools" was left out: the search for tools has this name; rename it',
  ]);
  expect(problemsOfDiscovery({ mode: 'all' }, source)).toEqual([]);
});
