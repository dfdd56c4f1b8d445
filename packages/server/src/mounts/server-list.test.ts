import { createEngine } from '@sigil/core/engine';
import { expect, test } from 'vitest';
import { sourceOf } from '../servers/servers.test-support.js';
import { ServerTable } from './server-table.js';
import { countOffers, listServers } from './server-list.js';

test('a refused server named "all" is shown as a problem of the combined server, not as a row', () => {
  const table = new ServerTable({
    makeEngine: ({ name }, source) => createEngine({ info: { name, version: '1.0.0' }, source }),
    stateless: false,
    namespaceSeparator: '_',
    onLeftOut: () => undefined,
    onOverBudget: () => undefined,
    onMounts: () => undefined,
  });
  const nothing = { plugins: new Map(), isConfigured: true, stateless: false, problems: () => [], overrides: () => [] };
  table.update([{ ...nothing, name: 'orders', description: '', source: sourceOf({}) }]);
  const refused = [
    { name: 'all', problems: ['server "all": the name is taken'] },
    { name: 'broken', problems: ['server "broken": it is'] },
  ];

  const shown = listServers(table.mounts, refused);

  expect(shown.map(({ name, isRefused = false, problems }) => ({ name, isRefused, problems }))).toEqual([
    { name: 'broken', isRefused: true, problems: ['server "broken": it is'] },
    { name: 'orders', isRefused: false, problems: [] },
    { name: 'all', isRefused: false, problems: ['server "all": the name is taken'] },
  ]);
});

test('views are counted apart from the resources beside them', () => {
  const read = () => Promise.resolve({ kind: 'result' as const, contents: [] });
  const resources = ['app://rules', 'ui://dice/board', 'UI://dice/cup'].map((uri) => ({
    definition: { uri, name: uri },
    read,
  }));

  expect(countOffers({ source: sourceOf({ resources }) })).toEqual({ tools: 0, resources: 1, prompts: 0, views: 2 });
});
