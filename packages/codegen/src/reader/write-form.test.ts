import { describe, expect, test } from 'vitest';
import type { Property, SchemaNode } from '../model/schema-node.js';
import { writeForm } from './write-form.js';

const string: SchemaNode = { kind: 'string' };
const formOf = (...properties: Property[]): unknown => writeForm({ kind: 'object', properties });
const required = (name: string, node: SchemaNode): Property => ({ name, node, isRequired: true });

describe('a member of a form', () => {
  test.each<[SchemaNode, object]>([
    [
      { kind: 'string', minLength: 1, maxLength: 9, format: 'email' },
      { type: 'string', minLength: 1, maxLength: 9, format: 'email' },
    ],
    [
      { kind: 'number', minimum: 0, maximum: 1 },
      { type: 'number', minimum: 0, maximum: 1 },
    ],
    [{ kind: 'number', multipleOf: 1 }, { type: 'integer' }],
    [{ kind: 'boolean' }, { type: 'boolean' }],
    [
      { kind: 'literals', values: ['a', 'b'] },
      { type: 'string', enum: ['a', 'b'] },
    ],
    [
      { kind: 'array', items: { kind: 'literals', values: ['a'] }, minItems: 1, maxItems: 2, uniqueItems: true },
      { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1, maxItems: 2 },
    ],
    [
      { ...string, documentation: { title: 'T', description: 'D', default: 'd', examples: ['e'], deprecated: true } },
      { type: 'string', title: 'T', description: 'D', default: 'd' },
    ],
    [{ kind: 'ref', definition: { name: 'Name', isRecursive: false, node: string } }, { type: 'string' }],
  ])('%j is written as the field %j', (node, field) => {
    expect(formOf(required('x', node))).toEqual({
      schema: { type: 'object', properties: { x: field }, required: ['x'] },
    });
  });

  test.each<[SchemaNode, RegExp]>([
    [{ kind: 'string', pattern: 'a' }, /pattern/],
    [{ kind: 'string', format: 'uuid' }, /the format uuid/],
    [{ kind: 'number', exclusiveMinimum: 0 }, /bound/],
    [{ kind: 'number', multipleOf: 0.5 }, /steps/],
    [{ kind: 'literals', values: ['a', 1] }, /not all text/],
    [{ kind: 'literals', values: ['a', null] }, /not all text/],
    [{ kind: 'array', items: string }, /list/],
    [{ kind: 'object', properties: [] }, /flat/],
    [{ kind: 'map', keys: string, values: string }, /flat/],
    [{ kind: 'union', members: [string, { kind: 'null' }] }, /several types/],
    [{ kind: 'date' }, /is a Date/],
    [{ kind: 'set', items: { kind: 'literals', values: ['a'] } }, /is a Set/],
    [{ kind: 'null' }, /is null/],
    [{ kind: 'any' }, /is anything/],
  ])('cannot be %j', (node, says) => {
    expect(formOf(required('x', node), required('y', string))).toEqual({
      faults: [{ path: 'x', says: expect.stringMatching(says) as string }],
    });
  });
});

test('a form may be empty, and its members may be optional', () => {
  expect(formOf()).toEqual({ schema: { type: 'object', properties: {} } });
  expect(formOf({ name: 'x', node: string, isRequired: false })).toEqual({
    schema: { type: 'object', properties: { x: { type: 'string' } } },
  });
});

test.each<SchemaNode>([
  string,
  { kind: 'object', properties: [], additional: string },
  { kind: 'object', properties: [], patterns: [{ pattern: 'a', node: string }] },
])('%j as a whole is not a form', (node) => {
  expect(writeForm(node)).toMatchObject({ faults: [{ path: '' }] });
});
