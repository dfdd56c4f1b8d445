import { expect, test } from 'vitest';
import type { JsonValue } from '@sigil/core';
import type { SchemaNode } from '../model/schema-node.js';
import { fitsNode } from './fits-node.js';

const point: SchemaNode = {
  kind: 'object',
  properties: [
    { name: 'x', node: { kind: 'number', minimum: 0 }, isRequired: true },
    { name: 'label', node: { kind: 'string', maxLength: 3 }, isRequired: false },
  ],
};

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
  [true, { kind: 'union', members: [{ kind: 'string' }, { kind: 'number' }] }],
];

test.each(fitting)('%j is a value of %j', (value, node) => {
  expect(fitsNode(value, node)).toBe(true);
});

test.each(misfits)('%j is no value of %j', (value, node) => {
  expect(fitsNode(value, node)).toBe(false);
});
