import type { JsonObject } from '@sigil/core';
import type { PublishedPrompt } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { listedIn, pluginOf, resourceOf, serverOf, sourceOf, toolOf } from './servers.test-support.js';

function promptOf(name: string): PublishedPrompt {
  return { definition: { name }, get: async () => ({ kind: 'result', messages: [] }) };
}

const names = ['zeta', 'alpha', 'mid'];

const plugin = () =>
  pluginOf({
    tools: names.map((name) => toolOf(name)),
    resources: names.map((name) => resourceOf(`x:${name}`, name)),
    prompts: names.map(promptOf),
  });

const uris = (of: readonly string[]): string[] => of.map((name) => `x:${name}`);
const template = { template: 'Say it.' };

/** Sorted by name, as in `mcps.json`. */
const entries: JsonObject = {
  tools: { alpha: {}, zeta: { title: 'Z' } },
  resources: {
    alpha: { uri: 'x:alpha' },
    own: { uri: 'x:own', text: 'of the configuration' },
    zeta: { uri: 'x:zeta' },
  },
  prompts: { alpha: {}, own: template, zeta: { description: 'last letter' } },
};

describe('configured components', () => {
  test('keep their author’s order, and components only in the configuration come last', async () => {
    const { source } = await serverOf({ ...entries, auto_discover: true }, plugin());

    expect(listedIn(source)).toEqual(names);
    expect(listedIn(source, 'prompts')).toEqual([...names, 'own']);
    expect(listedIn(source, 'resources')).toEqual(uris([...names, 'own']));
  });

  test('keep their author’s order when nothing else is offered', async () => {
    const { source } = await serverOf(entries, plugin());

    expect(listedIn(source)).toEqual(['zeta', 'alpha']);
    expect(listedIn(source, 'prompts')).toEqual(['zeta', 'alpha', 'own']);
    expect(listedIn(source, 'resources')).toEqual(uris(['zeta', 'alpha', 'own']));
  });

  test('follow the component that they run when they have a name of their own', async () => {
    const tools = { also: { runs: 'zeta' }, shown: { runs: 'alpha' }, zeta: {} };

    const { source } = await serverOf({ tools }, plugin());

    expect(listedIn(source)).toEqual(['zeta', 'also', 'shown']);
  });

  test('from several sources follow the order of the sources', async () => {
    const included = sourceOf({ prompts: [promptOf('b'), promptOf('a')] });
    const configuration = { ...entries, auto_discover: true, include: [{ server: 'other', namespace: 'o' }] };

    const { source } = await serverOf(configuration, plugin(), { findServer: () => included });

    expect(listedIn(source, 'prompts')).toEqual([...names, 'o.b', 'o.a', 'own']);
  });
});
