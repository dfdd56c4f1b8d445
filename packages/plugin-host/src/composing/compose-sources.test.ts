import { buildCatalog, fixedSource, type CatalogSource, type PublishedTool } from '@sigil/core';
import { expect, test } from 'vitest';
import { callText, toolNames } from '../built-plugin.test-support.js';
import { composeSources } from './compose-sources.js';
import { Generations } from '../hosting/generations.js';

function toolThatSays(name: string, text: string): PublishedTool {
  return {
    definition: { name, inputSchema: { type: 'object' } },
    run: () => Promise.resolve({ kind: 'result', content: [{ type: 'text', text }], isError: false }),
  };
}

function catalogOf(...tools: PublishedTool[]) {
  return buildCatalog({ tools, resources: [], resourceTemplates: [], prompts: [] });
}

function sourceOf(...tools: PublishedTool[]): CatalogSource {
  return fixedSource(catalogOf(...tools));
}

test('tools of every part are offered under their namespaces', async () => {
  const composed = composeSources(
    [
      { source: sourceOf(toolThatSays('run', 'from a')), namespace: 'a' },
      { source: sourceOf(toolThatSays('run', 'from b')), namespace: 'b' },
    ],
    () => undefined,
  );

  expect(toolNames(composed)).toEqual(['a.run', 'b.run']);
  expect(await callText(composed, 'b.run')).toBe('from b');
});

test('a name that is taken stays with the first part and the second is reported', async () => {
  const leftOut: string[] = [];
  const parts = [
    { source: sourceOf(toolThatSays('run', 'first')) },
    { source: sourceOf(toolThatSays('run', 'second')) },
  ];

  const composed = composeSources(parts, (why) => leftOut.push(why));

  expect(await callText(composed, 'run')).toBe('first');
  expect(leftOut).toEqual(['a second tool "run" was left out: the name is taken']);
});

test('a name that grows too long under its namespace is left out and reported', () => {
  const leftOut: string[] = [];
  const parts = [{ source: sourceOf(toolThatSays('x'.repeat(64), '')), namespace: 'a' }];

  const composed = composeSources(parts, (why) => leftOut.push(why));

  expect(toolNames(composed)).toEqual([]);
  expect(leftOut).toHaveLength(1);
});

test('a swap in one part is seen through the composition, and announced', () => {
  const part = new Generations(1_000);
  const composed = composeSources([{ source: part, namespace: 'a' }], () => undefined);
  const announced: string[][] = [];
  composed.onChange((changed) => announced.push([...changed]));
  const before = toolNames(composed);

  part.swap({ catalog: catalogOf(toolThatSays('late', '')), retire: () => Promise.resolve() });

  expect(before).toEqual([]);
  expect(toolNames(composed)).toEqual(['a.late']);
  expect(announced).toEqual([['tools']]);
});

test('the same catalogs compose to the same catalog, so that its lists are written once', () => {
  const composed = composeSources([{ source: sourceOf(toolThatSays('run', '')) }], () => undefined);

  expect(composed.pin().catalog).toBe(composed.pin().catalog);
});

test('holding the composition holds every part', () => {
  const part = new Generations(60_000);
  let isRetired = false;
  part.swap({
    catalog: catalogOf(toolThatSays('old', '')),
    retire: () => {
      isRetired = true;
      return Promise.resolve();
    },
  });
  const pinned = composeSources([{ source: part }], () => undefined).pin();

  part.swap({ catalog: catalogOf(), retire: () => Promise.resolve() });
  const retiredWhileHeld = isRetired;
  pinned.release();

  expect(retiredWhileHeld).toBe(false);
  return expect.poll(() => isRetired).toBe(true);
});
