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
])('%j is filled in as %j', (text, filled) => {
  expect(fillTemplate(parseTemplate(text), values)).toBe(filled);
});

test('a template is not filled in when a placeholder has no value', () => {
  expect(fillTemplate(parseTemplate('{a}{c}'), values)).toBeUndefined();
});

test('a placeholder in several templates is listed once', () => {
  expect([...placesOf(['{a}', '{b}-{a}', 'c'].map(parseTemplate))]).toEqual(['a', 'b']);
});
