import { expect, test, vi } from 'vitest';
import { buildCatalog, fixedSource } from './build-catalog.js';
import type { Catalog, CatalogSource } from './catalog.js';
import { catalogOf, toolOf } from './catalog.test-support.js';
import { derive, originalOf } from './derive.js';
import { mapSource } from './map-source.js';

/** Renames every tool. */
const shout = (catalog: Catalog): Catalog =>
  buildCatalog({
    ...catalog,
    tools: catalog.tools.map((tool) =>
      derive(tool, { definition: { ...tool.definition, name: tool.definition.name.toUpperCase() } }),
    ),
  });

test('a mapped source maps each catalog once', () => {
  let catalog = catalogOf({ tools: [toolOf('a')] });
  const map = vi.fn(shout);
  const mapped = mapSource({ ...fixedSource(catalog), current: () => catalog }, map);

  const [first, again] = [mapped.current(), mapped.current()];
  catalog = catalogOf({ tools: [toolOf('b')] });

  expect(again).toBe(first);
  expect(first.tools.map(({ definition }) => definition.name)).toEqual(['A']);
  expect(mapped.current().tools.map(({ definition }) => definition.name)).toEqual(['B']);
  expect(map).toHaveBeenCalledTimes(2);
});

test('a component that was derived twice is held as its original', () => {
  const tool = toolOf('a');
  const held: (object | undefined)[] = [];
  const source: CatalogSource = {
    ...fixedSource(catalogOf({ tools: [tool] })),
    hold(component) {
      held.push(component && originalOf(component));
      return { release: () => undefined };
    },
  };
  const mapped = mapSource(mapSource(source, shout), shout);

  mapped.hold(mapped.current().findTool('A'));
  mapped.hold();

  expect(held).toEqual([tool, undefined]);
});

test('a derived component has the members of its base, and the base does not change', () => {
  const tool = toolOf('a');

  const limited = derive(tool, { limits: { timeoutMs: 1 } });

  expect(limited).toEqual({ ...tool, limits: { timeoutMs: 1 }, original: tool });
  expect(originalOf(limited)).toBe(tool);
  expect(originalOf(tool)).toBe(tool);
  expect(tool.limits).toBeUndefined();
});
