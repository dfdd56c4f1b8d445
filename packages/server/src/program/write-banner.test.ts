import { buildCatalog, fixedSource } from '@sigil/core/catalog';
import type { RemoteState } from '@sigil/gateway';
import { expect, test } from 'vitest';
import type { ShownServer } from '../mounts/mount.js';
import { writeBanner } from './write-banner.js';

const empty = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));

function shown(state: RemoteState | undefined): ShownServer {
  return {
    name: 'far',
    path: '/mcp/far',
    description: '',
    source: empty,
    plugins: new Map(),
    isConfigured: true,
    problems: [],
    overrides: [],
    ...(state ? { remote: { state } } : {}),
  };
}

test.each([
  ['connecting', 'upstream: connecting'],
  ['failed', 'upstream: failed'],
  ['unauthorized', 'upstream: unauthorized'],
  ['serving', 'serving'],
  [undefined, 'serving'],
] as const)('a server whose upstream is %s is shown as "%s"', (state, words) => {
  const banner = writeBanner([shown(state)], 'http://127.0.0.1:3000', []);

  expect(banner).toContain(`│ ${words} `);
});

test.each([
  [['one'], '1 problem, see the log'],
  [['one', 'two'], '2 problems, see the log'],
])('the banner counts the problems of a server: %j', (problems, words) => {
  const banner = writeBanner([{ ...shown(undefined), problems }], 'http://127.0.0.1:3000', []);

  expect(banner).toContain(`│ ${words} `);
});

test('the banner has a column of views if a server has any', () => {
  const view = {
    definition: { uri: 'ui://dice/board', name: 'board' },
    read: () => Promise.resolve({ kind: 'result' as const, contents: [] }),
  };
  const source = fixedSource(buildCatalog({ tools: [], resources: [view], resourceTemplates: [], prompts: [] }));
  const headsOf = (server: ShownServer): readonly string[] =>
    /server.*state/.exec(writeBanner([server], 'http://127.0.0.1:3000', []))?.[0].split(/\W+/) ?? [];

  expect(headsOf({ ...shown(undefined), source })).toEqual([
    'server',
    'endpoint',
    'tools',
    'resources',
    'prompts',
    'views',
    'state',
  ]);
  expect(headsOf(shown(undefined))).not.toContain('views');
});
