import { SourceMap } from 'node:module';
import { describe, expect, test } from 'vitest';
import { insertSchemas } from './insert-schemas.js';

/** Inserts `text` at the `¦` in the source. */
function insertAt(marked: string, text: string, file = '/p/src/a.ts') {
  const offset = marked.indexOf('¦');
  return insertSchemas(file, marked.replace('¦', ''), [{ file, offset, text }]);
}

describe('insertSchemas()', () => {
  test.each([
    ['into empty arguments', 'schemaOf<A>(¦)', 'schemaOf<A>({})', '{}'],
    ['before what else stands between them', 'schemaOf<A>(¦ /* built */ )', 'schemaOf<A>({} /* built */ )', '{}'],
    ['behind the only argument', 'context.elicit<A>(`a${1}`¦)', 'context.elicit<A>(`a${1}`, {})', ', {}'],
    ['between two', 'ask.elicit<A>("a)"¦, { key })', 'ask.elicit<A>("a)", {}, { key })', ', {}'],
    ['behind characters of two units', '"🎲"; schemaOf<A>(¦)', '"🎲"; schemaOf<A>({})', '{}'],
  ])('inserts a schema %s', (_, source, expected, text) => {
    expect(insertAt(source, text)?.code).toBe(expected);
  });

  test('inserts a schema at the same offset when the file starts with a byte order mark', () => {
    const calls = [{ file: 'a.ts', offset: 'schemaOf<A>('.length, text: '{}' }];

    expect(insertSchemas('a.ts', '\uFEFFschemaOf<A>()', calls)?.code).toBe('schemaOf<A>({})');
  });

  test('inserts a schema into every call of a file', () => {
    const file = '/p/src/a.tsx';
    const source = 'const a = <b>{[schemaOf<A>(), schemaOf<B>()]}</b>';
    const calls = ['A', 'B'].map((name) => ({ file, offset: source.indexOf(`<${name}>(`) + 4, text: `"${name}"` }));

    expect(insertSchemas(file, source, calls)?.code).toBe('const a = <b>{[schemaOf<A>("A"), schemaOf<B>("B")]}</b>');
  });
});

describe('insertSchemas() at an offset that fits no call', () => {
  test.each([
    ['where no call is', 'const a = 1;¦'],
    ['into a call without type arguments', 'schemaOf(¦)'],
    ['between the arguments of another call', 'schemaOf<A>(1¦1)'],
    ['into what only looks like a call', '"schemaOf<A>(¦)"'],
    ['behind the end', 'schemaOf<A>() ¦'],
  ])('inserts nothing %s', (_, source) => {
    expect(insertAt(source, '{}')).toBeUndefined();
  });
});

test('the source map points to the exact positions before and after an inserted schema', () => {
  const source = 'first();\nconst a = [schemaOf<A>(), second()];\nthird();';
  const file = '/p/src/a.ts';

  const changed = insertSchemas(file, source, [{ file, offset: source.indexOf('<A>(') + 4, text: '{"a":[1,2]}' }]);
  const map = new SourceMap(JSON.parse(changed!.map));
  const originOf = (word: string) => {
    const before = changed!.code.slice(0, changed!.code.indexOf(word)).split('\n');
    const entry = map.findEntry(before.length - 1, before.at(-1)!.length);
    return 'originalLine' in entry && source.split('\n')[entry.originalLine]?.slice(entry.originalColumn);
  };

  expect(changed?.code).toContain('schemaOf<A>({"a":[1,2]}), second()');
  expect(originOf('first')).toBe('first();');
  expect(originOf('schemaOf')).toBe('schemaOf<A>(), second()];');
  expect(originOf('second')).toBe('second()];');
  expect(originOf('third')).toBe('third();');
});
