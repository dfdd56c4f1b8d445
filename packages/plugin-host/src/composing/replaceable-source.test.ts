import { buildCatalog, fixedSource, type CatalogSource, type ComponentKind } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { ReplaceableSource } from './replaceable-source.js';

function sourceOf(...tools: readonly string[]): CatalogSource {
  return fixedSource(
    buildCatalog({
      tools: tools.map((name) => ({
        definition: { name, inputSchema: { type: 'object' } },
        run: () => Promise.resolve({ kind: 'result', content: [], isError: false } as const),
      })),
      resources: [],
      resourceTemplates: [],
      prompts: [],
    }),
  );
}

function namesIn(source: CatalogSource): string[] {
  return source.current().tools.map(({ definition }) => definition.name);
}

test('offers nothing until it has a source, then the tools of that source', () => {
  const source = new ReplaceableSource();
  expect(namesIn(source)).toEqual([]);

  source.replaceWith(sourceOf('a'));

  expect(namesIn(source)).toEqual(['a']);
});

test('reports the kinds whose lists differ, and none when the new source has equal lists', () => {
  const source = new ReplaceableSource();
  source.replaceWith(sourceOf('a'));
  const told: ReadonlySet<ComponentKind>[] = [];
  source.onChange((changed) => told.push(changed));

  source.replaceWith(sourceOf('a'));
  source.replaceWith(sourceOf('a', 'b'));
  source.clear();

  expect(told).toEqual([new Set(), new Set(['tools']), new Set(['tools'])]);
});

test('a call holds the source that it began on until it ends', () => {
  const source = new ReplaceableSource();
  let released = 0;
  source.replaceWith({ ...sourceOf('old'), hold: () => ({ release: () => void released++ }) });
  const hold = source.hold(source.current().findTool('old'));

  source.replaceWith(sourceOf('new'));
  const releasedBefore = released;
  hold.release();

  expect([releasedBefore, released]).toEqual([0, 1]);
});

test('passes on the announcements of its present source, and not those of an earlier one', () => {
  const source = new ReplaceableSource();
  const [first, second] = [new ReplaceableSource(), new ReplaceableSource()];
  source.replaceWith(first);
  source.replaceWith(second);
  const told: ReadonlySet<ComponentKind>[] = [];
  source.onChange((changed) => told.push(changed));

  first.replaceWith(sourceOf('a'));
  second.replaceWith(sourceOf('b'));

  expect(told).toEqual([new Set(['tools'])]);
});

test('held notices are sent as one on release, with the kinds that differ from before', () => {
  const source = new ReplaceableSource();
  source.replaceWith(sourceOf('a'));
  const told: ReadonlySet<ComponentKind>[] = [];
  source.onChange((changed) => told.push(changed));

  const tell = source.holdNotices();
  source.replaceWith(sourceOf('b'));
  source.replaceWith(sourceOf('b', 'c'));
  const toldMeanwhile = [...told];
  tell();
  const tellOfNothing = source.holdNotices();
  source.replaceWith(sourceOf('d'));
  source.replaceWith(sourceOf('b', 'c'));
  tellOfNothing();
  source.holdNotices()();

  expect(toldMeanwhile).toEqual([]);
  expect(told).toEqual([new Set(['tools']), new Set()]);
});
