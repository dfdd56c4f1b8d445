import { expect, test } from 'vitest';
import type { JsonValue } from '@sigil/core';
import type { SchemaNode } from '../../model/schema-node.js';
import { fitsNode } from './fits-node.js';

const point: SchemaNode = {
  kind: 'object',
  properties: [
    { name: 'x', node: { kind: 'number', minimum: 0 }, isRequired: true },
    { name: 'label', node: { kind: 'string', maxLength: 3 }, isRequired: false },
  ],
};

const string: SchemaNode = { kind: 'string' };
const named: SchemaNode = { kind: 'ref', definition: { name: 'Point', isRecursive: false, node: point } };
const headers: SchemaNode = {
  kind: 'object',
  properties: [{ name: 'x-a', node: { kind: 'string', minLength: 2 }, isRequired: false }],
  patterns: [{ pattern: '^x-', node: { kind: 'string', maxLength: 3 } }],
  additional: { kind: 'number' },
};
const counts: SchemaNode = { kind: 'map', keys: string, values: { kind: 'number' } };
const names: SchemaNode = { kind: 'map', keys: { kind: 'number' }, values: string };

const fitting: readonly (readonly [JsonValue, SchemaNode])[] = [
  [{ a: [null] }, { kind: 'any' }],
  ['🙂🙂', { kind: 'string', maxLength: 2, pattern: '^..$' }],
  [0.3, { kind: 'number', multipleOf: 0.1 }],
  [null, { kind: 'null' }],
  [false, { kind: 'boolean' }],
  ['b', { kind: 'literals', values: ['a', 'b'] }],
  ['2026-01-01T00:00:00Z', { kind: 'date' }],
  [['a'], { kind: 'array', items: { kind: 'string' }, minItems: 1 }],
  [['a', 1, 2], { kind: 'tuple', items: [{ kind: 'string' }], required: 1, rest: { kind: 'number' } }],
  [{ x: 1 }, point],
  [1, { kind: 'union', members: [{ kind: 'string' }, { kind: 'number' }] }],
  ['2024-02-29', { kind: 'date', format: 'date' }],
  ['2026-01-01t00:00:00.5+02:00', { kind: 'date' }],
  ['https://example.com', { kind: 'url' }],
  ['^a+$', { kind: 'regexp' }],
  ['-12', { kind: 'bigint' }],
  ['aGk=', { kind: 'bytes', as: 'Buffer' }],
  ['', { kind: 'bytes', as: 'Uint8Array' }],
  [{ x: 1 }, named],
  [{ x: 1 }, { kind: 'toJson', node: named }],
  [{ 'x-a': 'ab', 'x-b': '', y: 1 }, headers],
  [{ a: 1 }, counts],
  [[[1, 'one']], names],
  [['a', 'b'], { kind: 'set', items: string, minItems: 2 }],
  [[1, 1], { kind: 'array', items: { kind: 'number' } }],
  ['2020-01-01T23:59:59Z', { kind: 'date' }],
  ['a@b.example', { kind: 'string', format: 'email' }],
  ['https://a.example/', { kind: 'string', format: 'uri' }],
  ['anything', { kind: 'string', format: 'of-our-own' }],
];

const misfits: readonly (readonly [JsonValue, SchemaNode])[] = [
  ['abc', { kind: 'string', maxLength: 2 }],
  ['1', { kind: 'number' }],
  [1.5, { kind: 'number', multipleOf: 1 }],
  [5, { kind: 'number', exclusiveMaximum: 5 }],
  ['c', { kind: 'literals', values: ['a', 'b'] }],
  ['tomorrow', { kind: 'date' }],
  [[], { kind: 'array', items: { kind: 'string' }, minItems: 1 }],
  [['a', 1], { kind: 'tuple', items: [{ kind: 'string' }], required: 1 }],
  [{ label: 'a' }, point],
  [{ x: 1, y: 2 }, point],
  [{ x: -1 }, point],
  ['2026-02-29', { kind: 'date', format: 'date' }],
  ['2026-01-01', { kind: 'date' }],
  ['2026-01-01T00:00:00', { kind: 'date' }],
  ['example.com', { kind: 'url' }],
  ['(', { kind: 'regexp' }],
  ['1.5', { kind: 'bigint' }],
  [1, { kind: 'bigint' }],
  ['aGk', { kind: 'bytes', as: 'Buffer' }],
  [null, { kind: 'never' }],
  [{ y: 1 }, named],
  [{ 'x-a': 'abcd' }, headers],
  [{ 'x-a': 'a' }, headers],
  [{ 'x-b': 1 }, headers],
  [{ y: 'a' }, headers],
  [{ a: '1' }, counts],
  [{ one: 1 }, names],
  [[[1]], names],
  [[{ a: 1 }, { a: 1 }], { kind: 'set', items: { kind: 'any' } }],
  [[1, 1], { kind: 'array', items: { kind: 'number' }, uniqueItems: true }],
  [true, { kind: 'union', members: [{ kind: 'string' }, { kind: 'number' }] }],
  ['2020-01-01T24:00:00Z', { kind: 'date' }],
  ['2020-01-01T24:00:00Z', { kind: 'string', format: 'date-time' }],
  ['2020-13-45', { kind: 'string', format: 'date' }],
  ['25:00:00Z', { kind: 'string', format: 'time' }],
  ['nope', { kind: 'string', format: 'email' }],
  ['a b', { kind: 'string', format: 'uri' }],
  ['nope', { kind: 'string', format: 'uuid' }],
  ['1', { kind: 'string', format: 'ipv4' }],
  ['1', { kind: 'string', format: 'ipv6' }],
  ['(', { kind: 'string', format: 'regex' }],
  ['https://a.example/ä', { kind: 'url' }],
  ['aGl=', { kind: 'bytes', as: 'Buffer' }],
];

test.each(fitting)('%j is a value of %j', (value, node) => {
  expect(fitsNode(value, node)).toBe(true);
});

test.each(misfits)('%j is not a value of %j', (value, node) => {
  expect(fitsNode(value, node)).toBe(false);
});

test('a callback may decide whether a value fits a named type', () => {
  const node: SchemaNode = { kind: 'union', members: [{ kind: 'null' }, named] };

  expect([fitsNode(null, node, () => false), fitsNode(5, node, () => false), fitsNode(5, node, () => true)]).toEqual([
    true,
    false,
    true,
  ]);
});
