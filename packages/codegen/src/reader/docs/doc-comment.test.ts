import { describe, expect, test } from 'vitest';
import { parseDocComment } from './doc-comment.js';

const lines = (...text: string[]): string => ['/**', ...text.map((line) => ` * ${line}`), ' */'].join('\n');

describe('the summary', () => {
  test.each([
    ['/** One line. */', 'One line.'],
    [lines('First.', '', 'Second,', 'on two lines.'), 'First.\n\nSecond, on two lines.'],
    [
      '/** Größe in 日本 — 🙂 {@link Box} or {@link Box.inner the inside} or {@linkcode Box|a box}. */',
      'Größe in 日本 — 🙂 Box or the inside or a box.',
    ],
    ['/** Write to a@b.example or ask @somebody. */', 'Write to a@b.example or ask @somebody.'],
    ['/** Say `@minimum 1` for that. */', 'Say `@minimum 1` for that.'],
    [lines('See:', '```ts', '@Tool()', '@minimum', '```'), 'See:\n```ts\n@Tool()\n@minimum\n```'],
    [lines('- one', '- two'), '- one\n- two'],
    ['/**\r\n * Windows\r\n * has two.\r\n *\r\n * Ends.\r\n */', 'Windows has two.\n\nEnds.'],
    [
      lines('Say:', '- one', '  thing', '- two', '', '1. first', '2) second'),
      'Say:\n- one thing\n- two\n\n1. first\n2) second',
    ],
    [lines('# Heading', 'Text', '| a | b |', '| - | - |', 'Text'), '# Heading\nText\n| a | b |\n| - | - |\nText'],
    [
      lines('Code:', '', '    one', '    two', '', '~~~', 'a', 'b', '~~~', 'and', 'text'),
      'Code:\n\n    one\n    two\n\n~~~\na\nb\n~~~\nand text',
    ],
    [lines('都市の', '天気を見る。', 'City', '都市'), '都市の天気を見る。 City 都市'],
    [lines('👩‍👩‍👧 cafe\u0301', 'مرحبا', 'بالعالم'), '👩‍👩‍👧 cafe\u0301 مرحبا بالعالم'],
    ['/** Write `{@link Box}`, not {@link Box}. */', 'Write `{@link Box}`, not Box.'],
    [lines('A {@link', 'Box} and {@link Box |', 'a box}.'), 'A Box and a box.'],
    [lines('Runs.', '@id x', '@customTag y'), 'Runs.'],
    [lines('@description Runs', 'far.', '', '@param a fast', '@desc And ends.'), 'Runs far.\n\nAnd ends.'],
    ['/** @summary Runs. @description Long runs. @param a fast */', 'Runs.\n\nLong runs.'],
  ])('is extracted from %j', (comment, text) => {
    expect(parseDocComment(comment).text).toBe(text);
  });
});

describe('fenced code', () => {
  const shortOf = (comment: string): unknown => {
    const { text, tags, params } = parseDocComment(comment);
    return [text, tags.map(({ name }) => name), params.map(({ name }) => name)];
  };

  test.each([
    ['of one line is none', ['```run(1)``` is', 'it.', '@param x It'], '```run(1)``` is it.', [], ['x']],
    ['with tildes', ['~~~ts', '@title no', 'a', '~~~', '@param x It'], '~~~ts\n@title no\na\n~~~', [], ['x']],
    ['around backticks', ['~~~', '```', '@title no', '~~~', '@param x It'], '~~~\n```\n@title no\n~~~', [], ['x']],
    [
      'around shorter fences',
      ['````md', '```ts', '@title no', '```', '@param no It', '````', '@param x It'],
      '````md\n```ts\n@title no\n```\n@param no It\n````',
      [],
      ['x'],
    ],
    [
      'closed by a longer fence, which says nothing else',
      ['```', 'a', '```ts', '@title no', '````', 'b', 'c', '@param x It'],
      '```\na\n```ts\n@title no\n````\nb c',
      [],
      ['x'],
    ],
    ['that never ends is prose', ['```ts', 'a', 'b', '@title yes', '@param x It'], '```ts a b', ['title'], ['x']],
    [
      'after one that never ends',
      ['~~~~', 'a', '```', '@title no', '```', '@param x It'],
      '~~~~ a\n```\n@title no\n```',
      [],
      ['x'],
    ],
    [
      'with tildes in the first line may say more',
      ['~~~ a`b ~', '@title no', '~~~'],
      '~~~ a`b ~\n@title no\n~~~',
      [],
      [],
    ],
  ])('is separated from prose and tags: %s', (_what, comment, ...expected) => {
    expect(shortOf(lines(...comment))).toEqual(expected);
  });
});

describe('a parameter', () => {
  const only = (comment: string): unknown => {
    const [param] = parseDocComment(comment).params;
    return param && { name: param.name, text: param.text, tags: param.tags.map((tag) => [tag.name, tag.text]) };
  };

  test.each([
    ['@param city The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param city - The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param city -- The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param city – The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param {string} city — The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param city : The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param city well-known - or not', { name: 'city', text: 'well-known - or not', tags: [] }],
    ['@param {string} city The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param {Record<string, {a: number}>} city The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param {string city The city', { name: '', text: '{string city The city', tags: [] }],
    ['@param [city="New York"] - The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param {number} [days=-1] How many', { name: 'days', text: 'How many', tags: [] }],
    ['@param {string[]} [ stops = [] ] Where', { name: 'stops', text: 'Where', tags: [] }],
    ['@param [options.city=Rome] The city', { name: 'options.city', text: 'The city', tags: [] }],
    ['@param [city] The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param options.city The city', { name: 'options.city', text: 'The city', tags: [] }],
    ['@param city. The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param stops[].city... The city', { name: 'stops[].city', text: 'The city', tags: [] }],
    ['@param ...cities The cities', { name: 'cities', text: 'The cities', tags: [] }],
    ['@param x. The thing @minimum 1', { name: 'x', text: 'The thing', tags: [['minimum', '1']] }],
    ['@param stops[].city The city', { name: 'stops[].city', text: 'The city', tags: [] }],
    ['@param größe Die Größe', { name: 'größe', text: 'Die Größe', tags: [] }],
    [
      '@param days How many @minimum 1 @maximum 14',
      {
        name: 'days',
        text: 'How many',
        tags: [
          ['minimum', '1'],
          ['maximum', '14'],
        ],
      },
    ],
    [
      '@param mail Address @pattern ^[a-z]+@[a-z]+$ @maxLength 9',
      {
        name: 'mail',
        text: 'Address',
        tags: [
          ['pattern', '^[a-z]+@[a-z]+$'],
          ['maxLength', '9'],
        ],
      },
    ],
  ])('is parsed from %j', (line, expected) => {
    expect(only(lines('Runs.', line))).toEqual(expected);
  });

  test('keeps a list that begins on the next line', () => {
    expect(only(lines('@param city', '- One', '- Two'))).toEqual({ name: 'city', text: '- One\n- Two', tags: [] });
  });

  test('may continue over several lines that carry its own tags', () => {
    expect(only(lines('@param days How many @minimum 1', '  days ahead', '@maximum 14', '@returns nothing'))).toEqual({
      name: 'days',
      text: 'How many days ahead',
      tags: [
        ['minimum', '1'],
        ['maximum', '14'],
      ],
    });
  });
});

test.each([
  ['{number} The sum', 'The sum'],
  ['{Promise<{sum: number}>} The sum', 'The sum'],
  ['{@link Sum} of both', 'Sum of both'],
  ['the sum {or nothing}', 'the sum {or nothing}'],
  ['- The sum', 'The sum'],
  ['{number} - The sum', 'The sum'],
  ['-1 if there is none', '-1 if there is none'],
])('a result is described by %j without its type', (text, expected) => {
  expect(parseDocComment(lines('Runs.', `@returns ${text}`)).returns?.text).toBe(expected);
});

test('tags of the whole comment are separated from tags of its parameters', () => {
  const comment = parseDocComment(
    lines(
      'Runs.',
      '@param x It',
      '@title Run it',
      '@deprecated use walk',
      '@example run(1)',
      'run(2)',
      '@returns what is left @minimum 0',
    ),
  );

  expect(comment.tags.map(({ name, text }) => [name, text])).toEqual([
    ['title', 'Run it'],
    ['deprecated', 'use walk'],
    ['example', 'run(1)\nrun(2)'],
  ]);
  expect(comment.params[0]?.tags).toEqual([]);
  expect(comment.returns).toMatchObject({ text: 'what is left', tags: [{ name: 'minimum', text: '0' }] });
});

test('text after a tag of another tool belongs to that tag', () => {
  const comment = parseDocComment(lines('Runs.', '@throws when it cannot', 'at all', '@since 2'));

  expect([comment.text, comment.tags, comment.misspelt]).toEqual(['Runs.', [], []]);
});

test('a misspelt tag is detected, and a tag of another tool is ignored', () => {
  const comment = parseDocComment(lines('@mininum 1', '@retruns it', '@author me', '@param x @maxLenght 3 @me'));

  expect(comment.misspelt.map(({ name, meant }) => [name, meant])).toEqual([
    ['mininum', 'minimum'],
    ['retruns', 'returns'],
    ['maxLenght', 'maxLength'],
  ]);
});

test.each([
  ['min', 'minimum'],
  ['max', 'maximum'],
  ['regex', 'pattern'],
])('@%s is detected as a short form of @%s', (name, meant) => {
  expect(parseDocComment(lines(`@param x it @${name} 1`)).misspelt).toMatchObject([{ name, meant }]);
});

test.each([
  ['/** {@inheritDoc} And more. */', true],
  ['/** {@inheritdoc} */', true],
  [lines('@inheritDoc'), true],
  ['/** Own. */', false],
])('%j inherits the comment of the implemented member: %s', (comment, expected) => {
  expect(parseDocComment(comment).inherits).toBe(expected);
});

test.each([
  ['@minimum -2.5', 'minimum', '-2.5'],
  ['@default {"a": [1]}', 'default', '{"a": [1]}'],
  ['@default {@link x}', 'default', '{@link x}'],
  ['@example first\n *   second', 'example', 'first\n  second'],
  ['@deprecated use\n * {@link walk}', 'deprecated', 'use walk'],
  ['@title Run\n * it', 'title', 'Run it'],
])('the text of %j is parsed according to its tag', (line, name, text) => {
  expect(parseDocComment(lines(line)).tags.map((tag) => [tag.name, tag.text])).toEqual([[name, text]]);
});

test('a tag records its start in the comment', () => {
  const text = lines('Runs.', '@param x It @minimum 1');
  const [tag] = parseDocComment(text).params[0]?.tags ?? [];

  expect(text.slice(tag?.start)).toMatch(/^@minimum 1/);
});

describe('a comment on one line', () => {
  const partsOf = (comment: string): unknown => {
    const { text, tags, params, returns } = parseDocComment(comment);
    const pairsOf = (some: typeof tags): string[] => some.map((tag) => `${tag.name} ${tag.text}`);
    return {
      text,
      tags: pairsOf(tags),
      params: params.map((param) => [param.name, param.text, ...pairsOf(param.tags)]),
      returns: returns && [returns.text, ...pairsOf(returns.tags)],
    };
  };

  test.each([
    [
      '/** Sum. @param a first @param b second @returns the sum */',
      {
        text: 'Sum.',
        params: [
          ['a', 'first'],
          ['b', 'second'],
        ],
        returns: ['the sum'],
      },
    ],
    ['/** Pulls. @param n Up to 100 @maximum 100 */', { text: 'Pulls.', params: [['n', 'Up to 100', 'maximum 100']] }],
    [
      '/** Sum. @arg a first @argument b second */',
      {
        text: 'Sum.',
        params: [
          ['a', 'first'],
          ['b', 'second'],
        ],
      },
    ],
    [
      '/** Sum. @returns the sum @minimum 0 @param a first */',
      { text: 'Sum.', params: [['a', 'first']], returns: ['the sum', 'minimum 0'] },
    ],
    ['/** Runs. @throws {Error} when it cannot @param a first */', { text: 'Runs.', params: [['a', 'first']] }],
    ['/** A city. @see https://a@b.example/ @maxLength 3 */', { text: 'A city.', tags: ['maxLength 3'] }],
    [
      '/** Old. @deprecated Use {@link walk}. @param a first */',
      { text: 'Old.', tags: ['deprecated Use walk.'], params: [['a', 'first']] },
    ],
    [
      '/** Cuts. @param options.limit How many @maximum 3 @param options.from Where */',
      {
        text: 'Cuts.',
        params: [
          ['options.limit', 'How many', 'maximum 3'],
          ['options.from', 'Where'],
        ],
      },
    ],
    [
      '/** Sum. @param [a=1] first @param `b` second */',
      {
        text: 'Sum.',
        params: [
          ['a', 'first'],
          ['b', 'second'],
        ],
      },
    ],
    [
      '/** Uses @sigil/core, @types/node and @async/await. @param a It */',
      { text: 'Uses @sigil/core, @types/node and @async/await.', params: [['a', 'It']] },
    ],
    [
      '/** Mail a@param.example or (@param) or "@returns" or -@see. */',
      { text: 'Mail a@param.example or (@param) or "@returns" or -@see.' },
    ],
    [
      '/** Say `@param x y` or {@link Box see @param x}. @param y It */',
      { text: 'Say `@param x y` or see @param x.', params: [['y', 'It']] },
    ],
  ])('has its tags where TypeScript starts them: %s', (comment, expected) => {
    expect(partsOf(comment)).toEqual({ tags: [], params: [], returns: undefined, ...expected });
  });
});

test('text after a parameter on the same line continues it on the next', () => {
  const { text, params } = parseDocComment(lines('Sum. @param a first', 'of all @param b second', 'of all'));

  expect([text, params.map((param) => param.text)]).toEqual(['Sum.', ['first of all', 'second of all']]);
});

test('a scope of a package at the start of a line is text', () => {
  expect(parseDocComment(lines('Built with', '@sigil/core and more.')).text).toBe('Built with @sigil/core and more.');
});

test('a constraint after a tag of another tool is kept', () => {
  const { tags } = parseDocComment(lines('A number.', '@since 2', '@minimum 1'));

  expect(tags).toMatchObject([{ name: 'minimum', text: '1' }]);
});
