import { expect, test } from 'vitest';
import { fillIn, findUnknownNames, findUnpaired } from './prompt-text.js';

test.each<[string, Record<string, string>, string]>([
  ['Review it.{{#focus}} Look at {{ focus }}.{{/focus}}', { focus: 'links' }, 'Review it. Look at links.'],
  ['Review it.{{#focus}} Look at {{focus}}.{{/focus}}', {}, 'Review it.'],
  ['Review it.{{#focus}} Look at {{focus}}.{{/focus}}', { focus: '' }, 'Review it.'],
  ['{{#a}}A{{#b}} and {{b}}{{/b}}{{/a}}', { a: 'x', b: 'B' }, 'A and B'],
  ['{{#a}}A{{#b}} and {{b}}{{/b}}{{/a}}', { a: 'x' }, 'A'],
  ['{{#a}}one{{/a}}, {{# a }}two{{/ a }}', { a: 'x' }, 'one, two'],
  ['{{#a}}\n{{a}}\n{{/a}}end', { a: '{{#b}}{{b}}{{/b}}' }, '\n{{#b}}{{b}}{{/b}}\nend'],
  ['{{a}}', { a: '$1 {{b}}', b: 'no' }, '$1 {{b}}'],
  ['{{toString}}{{#toString}}x{{/toString}}', {}, ''],
])('%j with %j becomes %j', (text, input, expected) => {
  expect(fillIn(text, input)).toBe(expected);
});

test('names of placeholders and sections that are no arguments are found', () => {
  expect(findUnknownNames('{{a}} {{b}} {{#c}}{{/c}} {{#a}}{{/a}}', new Set(['a']))).toEqual([
    '{{b}}',
    '{{#c}}',
    '{{/c}}',
  ]);
});

test.each<[string, readonly string[]]>([
  ['{{#a}}{{a}}{{/a}} {{a}}', []],
  ['{{#a}} never closed', ['{{#a}}']],
  ['never begun {{/a}}', ['{{/a}}']],
  ['{{#a}}{{#b}}{{/a}}', ['{{#b}}']],
])('sections of %j without a counterpart: %j', (text, expected) => {
  expect(findUnpaired(text)).toEqual(expected);
});
