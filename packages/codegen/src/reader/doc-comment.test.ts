import { describe, expect, test } from 'vitest';
import { parseDocComment } from './doc-comment.js';

const lines = (...text: string[]): string => ['/**', ...text.map((line) => ` * ${line}`), ' */'].join('\n');

describe('the summary', () => {
  test.each([
    ['/** One line. */', 'One line.'],
    [lines('First.', '', 'Second,', 'on two lines.'), 'First.\n\nSecond,\non two lines.'],
    [
      '/** Größe in 日本 — 🙂 {@link Box} or {@link Box.inner the inside} or {@linkcode Box|a box}. */',
      'Größe in 日本 — 🙂 Box or the inside or a box.',
    ],
    ['/** Write to a@b.example or ask @somebody. */', 'Write to a@b.example or ask @somebody.'],
    ['/** Say `@minimum 1` for that. */', 'Say `@minimum 1` for that.'],
    [lines('See:', '```ts', '@Tool()', '@minimum', '```'), 'See:\n```ts\n@Tool()\n@minimum\n```'],
    [lines('- one', '- two'), '- one\n- two'],
    ['/**\r\n * Windows.\r\n */', 'Windows.'],
  ])('of %j', (comment, text) => {
    expect(parseDocComment(comment).text).toBe(text);
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
    ['@param city well-known - or not', { name: 'city', text: 'well-known - or not', tags: [] }],
    ['@param {string} city The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param [city] The city', { name: 'city', text: 'The city', tags: [] }],
    ['@param options.city The city', { name: 'options.city', text: 'The city', tags: [] }],
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
  ])('written %j', (line, expected) => {
    expect(only(lines('Runs.', line))).toEqual(expected);
  });

  test('goes on over lines, and tags of its own may stand on them', () => {
    expect(only(lines('@param days How many @minimum 1', '  days ahead', '@maximum 14', '@returns nothing'))).toEqual({
      name: 'days',
      text: 'How many\n  days ahead',
      tags: [
        ['minimum', '1'],
        ['maximum', '14'],
      ],
    });
  });
});

test('tags of the whole comment are told from those of its parameters', () => {
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

test('text behind the tag of another tool belongs to that tag', () => {
  const comment = parseDocComment(lines('Runs.', '@throws when it cannot', 'at all', '@since 2'));

  expect([comment.text, comment.tags, comment.misspelt]).toEqual(['Runs.', [], []]);
});

test('a misspelt tag is told from a tag of another tool', () => {
  const comment = parseDocComment(lines('@mininum 1', '@retruns it', '@author me', '@param x @maxLenght 3 @me'));

  expect(comment.misspelt.map(({ name, meant }) => [name, meant])).toEqual([
    ['mininum', 'minimum'],
    ['retruns', 'returns'],
    ['maxLenght', 'maxLength'],
  ]);
});

test('each tag knows where it stands', () => {
  const text = lines('Runs.', '@param x It @minimum 1');
  const [tag] = parseDocComment(text).params[0]?.tags ?? [];

  expect(text.slice(tag?.start)).toMatch(/^@minimum 1/);
});
