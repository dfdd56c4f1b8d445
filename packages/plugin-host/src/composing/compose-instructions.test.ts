import { buildCatalog, fixedSource, writeInstructions, type CatalogSource } from '@sigil/core/catalog';
import { expect, test } from 'vitest';
import { toolNames } from '../built-plugin.test-support.js';
import { composeSources, type CompositionPart } from './compose-sources.js';

const heading = (title: string, ...prefixes: string[]): string =>
  `## ${title}\n\nThe names of these tools and prompts begin with ${prefixes.map((it) => `"${it}"`).join(' or ')}.`;

const composed = (...parts: CompositionPart[]): CatalogSource => composeSources(parts, () => undefined);

const under = (namespace: string, source: CatalogSource, separator = '_'): CompositionPart => ({
  source,
  namespace,
  separator,
});

function saying(instructions: string, tools: readonly string[], prompts: readonly string[] = []): CatalogSource {
  return fixedSource(
    buildCatalog({
      instructions,
      tools: tools.map((name) => ({
        definition: { name, inputSchema: { type: 'object' } },
        run: () => Promise.resolve({ kind: 'result', content: [], isError: false }),
      })),
      prompts: prompts.map((name) => ({
        definition: { name },
        get: () => Promise.resolve({ kind: 'result', messages: [] }),
      })),
      resources: [],
      resourceTemplates: [],
    }),
  );
}

const weather = saying('Look first.', ['wx_now']);
const stations = saying('Add once.', ['add']);

const textOf = (source: CatalogSource): string | undefined => writeInstructions(source.current().instructions);

test('a nested composition names the whole prefix of each text', () => {
  const all = composed(under('desk', composed(under('weather', weather), under('stations', stations))));

  expect(toolNames(all)).toEqual(['desk_weather_wx_now', 'desk_stations_add']);
  expect(textOf(all)).toBe(
    [
      ...[heading('desk.weather', 'desk_weather_'), 'Look first.'],
      ...[heading('desk.stations', 'desk_stations_'), 'Add once.'],
    ].join('\n\n'),
  );
});

test('a text of several namespaces appears once, with the prefix of each', () => {
  const desk = composed({ source: weather }, under('a', stations), under('b', stations));
  const all = composed(under('desk', desk), under('stations', stations), under('weather', weather));

  expect(textOf(all)).toBe(
    [
      ...[heading('desk, weather', 'desk_', 'weather_'), 'Look first.'],
      '## desk.a, desk.b, stations',
      'The names of these tools and prompts begin with "desk_a_", "desk_b_" or "stations_".',
      'Add once.',
    ].join('\n\n'),
  );
});

test.each<[string, string, CatalogSource, readonly string[]]>([
  ['a separator of two characters', '__', composed(under('in', stations, '__')), ['out__in__']],
  ['a dot', '.', composed(under('in', stations, '.')), ['out.in.']],
  ['a namespace with a dot', '_', composed(under('in.ner', stations)), ['out_in_ner_']],
  ['a namespace that names begin with', '_', composed(under('out', stations)), ['out_']],
  ['a longer namespace', '_', composed(under('out.er', stations)), ['out_er_']],
  ['prompts only', '_', composed(under('in', saying('Add once.', [], ['ask']))), ['out_in_']],
  ['tools whose names begin with the namespace and others', '_', saying('Add once.', ['out_a', 'b']), ['out_']],
  [
    'a name that would be another without the repeated namespace',
    '_',
    composed(under('out', saying('Add once.', ['a', 'b'])), { source: saying('', ['a']) }),
    ['out_out_', 'out_'],
  ],
  ['nothing but the text', '_', composed(under('in', saying('Add once.', []))), ['out_in_']],
])('the prefix fits the names of a part with %s', (_, separator, part, prefixes) => {
  const all = composed(under('out', part, separator));

  expect(all.current().instructions).toMatchObject([{ text: 'Add once.', prefixes }]);
  const isNamed = (name: string): boolean => prefixes.some((prefix) => name.startsWith(prefix));
  expect(toolNames(all).filter((name) => !isNamed(name))).toEqual([]);
});
