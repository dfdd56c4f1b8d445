import { expect, test } from 'vitest';
import { buildCatalog } from '../catalog/build-catalog.js';
import type { Catalog, CatalogSource, PublishedResource } from '../catalog/catalog.js';
import { derive } from '../catalog/derive.js';
import { localPrincipal } from '../model/principal.js';
import { ResourceSubscriptions } from './resource-subscriptions.js';

interface OpenSource {
  readonly source: CatalogSource;
  readonly heard: string[];
  list(...uris: string[]): void;
  /** Replaces the components behind the URIs by ones with this name. */
  replace(code: string): void;
}

/** A source whose resources record their waiting peers. */
function openSource(...uris: string[]): OpenSource {
  const heard: string[] = [];
  let components = new Map<string, PublishedResource>();
  let code = '';
  const catalogOf = (listed: readonly string[]): Catalog =>
    buildCatalog({ tools: [], resources: listed.map(resourceOf), resourceTemplates: [], prompts: [] });
  const resourceOf = (uri: string): PublishedResource => {
    const known = components.get(uri) ?? makeResource(uri, code);
    components.set(uri, known);
    // As with a namespace prefix: the original component stays the same.
    return derive(known, {});
  };
  const makeResource = (uri: string, madeBy: string): PublishedResource => ({
    definition: { uri, name: uri },
    awaited() {
      heard.push(`+${uri}${madeBy}`);
      return () => void heard.push(`-${uri}${madeBy}`);
    },
    read: async () => ({ kind: 'result', contents: [] }),
  });
  let catalog = catalogOf(uris);
  const source: CatalogSource = {
    current: () => catalog,
    hold: () => ({ release: () => undefined }),
    onChange: () => () => undefined,
    onResourceUpdated: () => () => undefined,
  };
  const list = (...listed: string[]): void => void (catalog = catalogOf(listed));
  return {
    source,
    heard,
    list,
    replace(next) {
      components = new Map();
      code = next;
      list(...catalog.resources.map(({ definition }) => definition.uri));
    },
  };
}

test('each resource is awaited once, until it is removed', () => {
  const { source, heard } = openSource('x://a', 'x://b');
  const resources = new ResourceSubscriptions(source, localPrincipal);

  resources.add('x://a');
  resources.add('x://a');
  resources.set(['x://a', 'x://b']);
  resources.set(['x://b']);
  resources.delete('x://a');
  resources.clear();

  expect(heard).toEqual(['+x://a', '+x://b', '-x://a', '-x://b']);
  expect(resources.size).toBe(0);
});

test('a resource that is listed later is awaited from then on, once', () => {
  const { source, heard, list } = openSource();
  const resources = new ResourceSubscriptions(source, localPrincipal);

  resources.add('x://a');
  list('x://a', 'x://b');
  resources.catalogChanged();
  list('x://a');
  resources.catalogChanged();

  expect(heard).toEqual(['+x://a']);
  expect(resources.spellingOf('x://a')).toBe('x://a');
});

test('the new code of a resource is told about the waiting peer before the old code is released', () => {
  const { source, heard, replace } = openSource('x://a', 'x://b');
  const resources = new ResourceSubscriptions(source, localPrincipal);

  resources.add('x://a');
  replace(' of the next');
  resources.catalogChanged();
  resources.catalogChanged();
  resources.clear();

  expect(heard).toEqual(['+x://a', '+x://a of the next', '-x://a', '-x://a of the next']);
});

test('a resource that disappears is released, and awaited again when it returns', () => {
  const { source, heard, list } = openSource('x://a');
  const resources = new ResourceSubscriptions(source, localPrincipal);

  resources.add('x://a');
  list();
  resources.catalogChanged();
  const isWanted = resources.spellingOf('x://a') !== undefined;
  list('x://a');
  resources.catalogChanged();

  expect(heard).toEqual(['+x://a', '-x://a', '+x://a']);
  expect(isWanted).toBe(true);
});

test('a resource that the peer may not read is not awaited, until it may', () => {
  const { source, heard } = openSource('x://a');
  const guarded: CatalogSource = {
    ...source,
    current: () => {
      const catalog = source.current();
      const find = catalog.findResource.bind(catalog);
      return { ...catalog, findResource: (uri) => ({ ...find(uri)!, scopes: ['read'] }) };
    },
  };
  const peer = { ...localPrincipal, id: 'ann', scopes: [] };
  const resources = new ResourceSubscriptions(guarded, peer);

  resources.add('x://a');
  const before = [resources.heardAs('x://a'), resources.spellingOf('x://a'), ...heard];
  resources.setPrincipal({ ...peer, scopes: ['read'] });
  resources.add('x://a');

  expect(before).toEqual([undefined, 'x://a']);
  expect(heard).toEqual(['+x://a']);
  expect(resources.heardAs('x://a')).toBe('x://a');
});
