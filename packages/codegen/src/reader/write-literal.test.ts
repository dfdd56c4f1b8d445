import { runInThisContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { JsonValue } from '@sigil/core';
import { writeLiteral } from './write-literal.js';

const evaluate = (text: string): unknown => runInThisContext(`(${text})`);
const withProto = JSON.parse('{"a":[{"__proto__":{"b":"it\'s \\"quoted\\" \\\\ \u2028"}}]}') as JsonValue;

test.each<JsonValue>([
  { type: 'string', description: 'line\nend \u2028 \u2029 `${x}` </script>' },
  [null, true, -0.5, '🙂', { constructor: 1 }],
  withProto,
  'a text with "__proto__": in it',
])('%j is written as an expression that evaluates to it', (value) => {
  const text = writeLiteral(value);

  expect(JSON.stringify(evaluate(text))).toBe(JSON.stringify(value));
  expect(text).not.toMatch(/[\u2028\u2029\n]/);
});

test('a key named __proto__ is written as an own key', () => {
  const value = evaluate(writeLiteral(withProto)) as { a: object[] };

  expect(Object.keys(value.a[0] ?? {})).toEqual(['__proto__']);
});
