import { createEngine, type CatalogSource, type ComponentKind } from '@sigil/core';
import { expect, test } from 'vitest';
import { ServerTable, type WantedServer } from './server-table.js';
import { sourceOf, toolOf } from '../mcps/servers.test-support.js';

function serverOf(name: string, ...tools: readonly string[]): WantedServer {
  const source = sourceOf({ tools: tools.map((tool) => toolOf(tool)) });
  return { name, description: '', source, plugins: new Map(), isConfigured: true, problems: () => [] };
}

test('when several servers change at once, the clients of each and of all together are told once', () => {
  const sources = new Map<string, CatalogSource>();
  const table = new ServerTable(
    ({ name }, source) => {
      sources.set(name, source);
      return createEngine({ info: { name, version: '1.0.0' }, source });
    },
    () => undefined,
    () => undefined,
  );
  table.update([serverOf('a', 'x'), serverOf('b', 'x'), serverOf('c', 'x')]);
  const told: [string, ReadonlySet<ComponentKind>][] = [];
  for (const [name, source] of sources) source.onChange((changed) => told.push([name, changed]));

  table.update([serverOf('a', 'y'), serverOf('b', 'y'), serverOf('c', 'x'), serverOf('d', 'x')]);

  const tools = new Set(['tools']);
  expect(told.sort()).toEqual([
    ['a', tools],
    ['all', tools],
    ['b', tools],
  ]);
});
