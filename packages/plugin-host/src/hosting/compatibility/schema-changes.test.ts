import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { findArgumentChanges } from './schema-changes.js';

function inputOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

const none = new Map<string, string>();

test.each<[string, JsonObject, JsonObject, string[]]>([
  ['other words alone', { a: { type: 'string' } }, { a: { type: 'string', description: 'A', default: 'x' } }, []],
  [
    'a property called like a word',
    { a: { properties: { title: {} } } },
    { a: { properties: {} } },
    ['takes other values than before'],
  ],
  ['an optional argument more', {}, { a: {} }, []],
  ['other values of one type', { a: { enum: ['x'] } }, { a: { enum: ['y'] } }, ['takes other values than before']],
  [
    'a boolean for an array',
    { a: { type: 'array' } },
    { a: { type: 'boolean' } },
    ['takes other values than before: it was an array and is a boolean'],
  ],
])('finds the changes of an argument: %s', (_what, before, after, says) => {
  const changes = findArgumentChanges(inputOf(before), inputOf(after), none);

  expect(changes).toEqual(says.map((it) => ({ concerns: ['a'], says: `argument "a" ${it}` })));
});

test('finds an argument that became required', () => {
  const before = inputOf({ a: {} });

  expect(findArgumentChanges(before, { ...before, required: ['a'] }, none)).toEqual([
    { concerns: ['a'], says: 'argument "a" is required now' },
  ]);
});

test('finds a change in a definition that an argument refers to', () => {
  const before = inputOf({ a: { $ref: '#/$defs/A' }, b: {} }, { $defs: { A: { type: 'string' } } });
  const after = { ...before, $defs: { A: { type: 'number' } } };

  expect(findArgumentChanges(before, after, none)).toEqual([
    { concerns: ['a'], says: 'argument "a" takes other values than before' },
  ]);
});

test('reports a renamed argument as one change, about both names', () => {
  const after = inputOf({ b: {} }, { required: ['b'] });

  expect(findArgumentChanges(inputOf({ a: {} }), after, new Map([['a', 'b']]))).toEqual([
    { concerns: ['a', 'b'], says: 'argument "a" is called "b" now' },
  ]);
});
