import type { Manifest, ManifestTool } from '@sigil/core/building';
import { expect, test } from 'vitest';
import { describeChange } from './describe-change.js';

function tool(name: string, description = ''): ManifestTool {
  return { name, description, inputSchema: { type: 'object' }, origin: { class: 'A', method: name } };
}

function manifestOf(
  tools: readonly ManifestTool[],
  cid = 'same',
  extra: Partial<Pick<Manifest, 'resources' | 'resourceTemplates' | 'prompts' | 'views'>> = {},
): Manifest {
  const lists = { resources: [], resourceTemplates: [], prompts: [], completions: [] };
  const plugin = { name: 'a', version: '1.0.0' };
  return { manifestVersion: 1, plugin, code: { file: 'plugin.cjs', cid }, classes: [], tools, ...lists, ...extra };
}

test('added, changed and removed tools are named', () => {
  const before = manifestOf([tool('old'), tool('echo', 'Before.'), tool('same')]);
  const after = manifestOf([tool('shout'), tool('echo', 'After.'), tool('same')]);

  expect(describeChange(before, after)).toBe('tools +shout ~echo -old');
});

test('each kind that changed is named', () => {
  const origin = { class: 'A', method: 'm' };
  const after = manifestOf([], 'other', {
    resources: [{ uri: 'a://x', name: 'x', origin }],
    resourceTemplates: [{ uriTemplate: 'a://{x}', name: 'y', origin }],
    prompts: [{ name: 'ask', origin }],
  });

  expect(describeChange(manifestOf([]), after)).toBe('resources +a://x, templates +a://{x}, prompts +ask');
});

test('views are named whose pages or facts changed', () => {
  const withViews = (...entries: readonly (readonly [name: string, digest: string])[]) =>
    manifestOf([], 'same', {
      views: {
        ...{ file: 'views.bin', cid: 'bafk' },
        entries: entries.map(([name, digest]) => ({ uri: `ui://a/${name}`, name, size: 1, digest })),
      },
    });

  const before = withViews(['board', '1'], ['chart', '1'], ['old', '1']);
  expect(describeChange(before, withViews(['board', '2'], ['chart', '1'], ['new', '1']))).toBe(
    'views +ui://a/new ~ui://a/board -ui://a/old',
  );
});

test('equal components with other code are described as a code change', () => {
  expect(describeChange(manifestOf([tool('a')]), manifestOf([tool('a')], 'other'))).toBe('code only');
});

test('equal manifests are described as unchanged', () => {
  expect(describeChange(manifestOf([tool('a')]), manifestOf([tool('a')]))).toBe('nothing changed');
});
