import { expect, test } from 'vitest';
import { buildCatalog } from '../catalog/build-catalog.js';
import type { Catalog, CatalogSource, PublishedResource } from '../catalog/catalog.js';
import { AwaitedResources } from './awaited-resources.js';

/** A source whose resources write down who waits for them. */
function openSource(...uris: string[]): { source: CatalogSource; heard: string[]; list(...uris: string[]): void } {
  const heard: string[] = [];
  const catalogOf = (listed: readonly string[]): Catalog =>
    buildCatalog({ tools: [], resources: listed.map(resourceOf), resourceTemplates: [], prompts: [] });
  const resourceOf = (uri: string): PublishedResource => ({
    definition: { uri, name: uri },
    awaited() {
      heard.push(`+${uri}`);
      return () => void heard.push(`-${uri}`);
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
  return { source, heard, list: (...listed) => void (catalog = catalogOf(listed)) };
}

test('each resource is waited for once, until it is no longer', () => {
  const { source, heard } = openSource('x://a', 'x://b');
  const resources = new AwaitedResources(source);

  resources.add('x://a');
  resources.add('x://a');
  resources.set(['x://a', 'x://b']);
  resources.set(['x://b']);
  resources.delete('x://a');
  resources.clear();

  expect(heard).toEqual(['+x://a', '+x://b', '-x://a', '-x://b']);
  expect(resources.size).toBe(0);
});

test('a resource that comes later is waited for then, and only once', () => {
  const { source, heard, list } = openSource();
  const resources = new AwaitedResources(source);

  resources.add('x://a');
  list('x://a', 'x://b');
  resources.catalogChanged();
  list('x://a');
  resources.catalogChanged();

  expect(heard).toEqual(['+x://a']);
  expect(resources.has('x://a')).toBe(true);
});
