import { expect, test } from 'vitest';
import { fillTemplate, parseTemplate, placesOf } from './template.js';

const values = new Map([
  ['a', '1'],
  ['b', '{a}'],
]);

test.each([
  ['{a}', '1'],
  ['--x={a}', '--x=1'],
  ['{a}{b}', '1{a}'],
  ['{{a}}', '{a}'],
  ['${a}', '${a}'],
  ['{print $1}', '{print $1}'],
  ['{ a }', '{ a }'],
  ['{}', '{}'],
  ['plain', 'plain'],
  ['', ''],
])('%j is filled to %j', (text, filled) => {
  expect(fillTemplate(parseTemplate(text), values)).toBe(filled);
});

test('a template with a place that gets nothing is not filled', () => {
  expect(fillTemplate(parseTemplate('{a}{c}'), values)).toBeUndefined();
});

test('the places of several templates are named once', () => {
  expect([...placesOf(['{a}', '{b}-{a}', 'c'].map(parseTemplate))]).toEqual(['a', 'b']);
});
