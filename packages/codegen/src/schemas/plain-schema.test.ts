import { expect, test } from 'vitest';
import { plainSchema } from './plain-schema.js';

test('tuples and definitions of earlier drafts have the names of 2020-12', () => {
  const schema = plainSchema({
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: {
      pair: { type: 'array', items: [{ type: 'string' }], additionalItems: false },
      one: { $ref: '#/definitions/One' },
    },
    definitions: { One: { type: 'number' } },
  });

  expect(schema).toEqual({
    type: 'object',
    properties: {
      pair: { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      one: { $ref: '#/$defs/One' },
    },
    $defs: { One: { type: 'number' } },
  });
});

test('a recursive root is written in place and in $defs', () => {
  const schema = plainSchema({ type: 'object', properties: { children: { type: 'array', items: { $ref: '#' } } } });

  const written = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/$defs/Input' } } } };
  expect(schema).toEqual({ ...written, $defs: { Input: written } });
});

test('references into other properties lead to $defs, through further ones', () => {
  const schema = plainSchema({
    type: 'object',
    properties: {
      'a b': { type: 'object', properties: { leaf: { type: 'string' } } },
      copy: { $ref: '#/properties/a%20b' },
      leaf: { $ref: '#/properties/copy/../x' },
      inner: { $ref: '#/properties/a b/properties/leaf' },
    },
  });

  expect(schema['$defs']).toMatchObject({ leaf: { type: 'string' } });
  expect(schema['properties']).toMatchObject({ inner: { $ref: '#/$defs/leaf' } });
});

test('a root that is a reference is written in place', () => {
  const schema = plainSchema({
    $ref: '#/$defs/Order',
    $defs: { Order: { type: 'object', properties: { more: { $ref: '#/$defs/Order' } } } },
  });

  expect(schema).toMatchObject({ type: 'object', properties: { more: { $ref: '#/$defs/Order' } } });
});

test('definitions that a library counts are numbered by their first reference', () => {
  const schema = plainSchema({
    type: 'object',
    properties: { b: { $ref: '#/$defs/__schema7' }, a: { $ref: '#/$defs/Order' } },
    $defs: {
      __schema7: { items: { $ref: '#/$defs/intersection42' } },
      Order: { type: 'object' },
      intersection42: { type: 'string' },
    },
  });

  expect(schema).toEqual({
    type: 'object',
    properties: { b: { $ref: '#/$defs/Definition_1' }, a: { $ref: '#/$defs/Order' } },
    $defs: {
      Definition_1: { items: { $ref: '#/$defs/Definition_3' } },
      Order: { type: 'object' },
      Definition_3: { type: 'string' },
    },
  });
});

test('a default or a property that looks like a schema stays as it is', () => {
  const schema = {
    type: 'object',
    properties: { $ref: { type: 'string' }, items: { default: { items: [1], $ref: '#' } } },
  };

  expect(plainSchema(schema)).toEqual(schema);
});

test('alternatives that no value fits are left out', () => {
  const schema = plainSchema({
    type: 'object',
    properties: {
      one: { anyOf: [{ type: 'string' }, { not: {} }], description: 'a text' },
      two: { oneOf: [{ type: 'string' }, { not: {} }, { type: 'null' }] },
      none: { anyOf: [{ not: {} }] },
      never: { enum: [] },
      beside: { description: 'outer', anyOf: [{ description: 'inner', type: 'string' }, { not: {} }] },
    },
  });

  expect(schema['properties']).toEqual({
    one: { type: 'string', description: 'a text' },
    two: { oneOf: [{ type: 'string' }, { type: 'null' }] },
    none: { not: {} },
    never: { not: {} },
    beside: { description: 'outer', anyOf: [{ description: 'inner', type: 'string' }] },
  });
});

test('a definition is left out if only the root, which is written in place, referred to it', () => {
  const Order = { type: 'object', properties: { id: { type: 'string' } } };

  expect(plainSchema({ $ref: '#/$defs/Order', $defs: { Order } })).toEqual(Order);
});

test('definitions have names that need no escapes in a reference', () => {
  const one = { type: 'string' };
  const schema = plainSchema({
    type: 'object',
    properties: { a: { $ref: '#/$defs/a~1b' }, b: { $ref: '#/$defs/a b' }, c: { $ref: '#/$defs/Größe' } },
    $defs: { 'a/b': one, 'a b': { type: 'number' }, Größe: { type: 'integer' } },
  });

  expect(schema).toEqual({
    type: 'object',
    properties: { a: { $ref: '#/$defs/a_b' }, b: { $ref: '#/$defs/a_b_2' }, c: { $ref: '#/$defs/Gr__e' } },
    $defs: { a_b: one, a_b_2: { type: 'number' }, Gr__e: { type: 'integer' } },
  });
});
