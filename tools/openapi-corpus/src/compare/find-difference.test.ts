import { expect, test } from 'vitest';
import { OpenApiDocument } from '../documents/document.mjs';
import { findDifference } from './find-difference.mjs';
import { requestSchema } from './request-schema.mjs';

const thing = {
  type: 'object',
  properties: {
    id: { type: 'string', readOnly: true },
    name: { type: 'string', minLength: 2 },
    age: { type: 'integer' },
  },
  required: ['id', 'name'],
};

test.each([
  ['a type', { type: 'integer' }, { type: 'number' }],
  ['a bound', { type: 'integer', minimum: 1 }, { type: 'integer' }],
  ['a bound that is too strict', { type: 'integer', maximum: 10 }, { type: 'integer', maximum: 9 }],
  ['a length', { type: 'string', maxLength: 5 }, { type: 'string', maxLength: 6 }],
  ['a pattern', { type: 'string', pattern: '^[a-z]+$' }, { type: 'string' }],
  ['a format', { type: 'string', format: 'uuid' }, { type: 'string' }],
  ['a value of an enum', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['the number of items', { type: 'array', maxItems: 2, items: {} }, { type: 'array', items: {} }],
  [
    'a kind of item',
    { type: 'array', items: { type: 'string' } },
    { type: 'array', items: { type: ['string', 'null'] } },
  ],
  [
    'a required member',
    { type: 'object', properties: { a: {} }, required: ['a'] },
    { type: 'object', properties: { a: {} } },
  ],
  [
    'a nested member',
    { properties: { a: { properties: { b: { type: 'string' } } } } },
    { properties: { a: { properties: { b: {} } } } },
  ],
  ['null', { type: ['string', 'null'] }, { type: 'string' }],
  [
    'a branch',
    { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 0 }] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
  ],
  [
    'members of any name',
    { type: 'object', additionalProperties: { type: 'string' } },
    { type: 'object', additionalProperties: {} },
  ],
])('schemas that differ by %s are told apart, in both directions', (_, first, second) => {
  expect(findDifference(first, second).difference).toBeDefined();
  expect(findDifference(second, first).difference).toBeDefined();
  expect(findDifference(first, first).difference).toBeUndefined();
});

test('a request has no read-only members, and unknown members are no difference', () => {
  const { schema } = requestSchema(new OpenApiDocument({ openapi: '3.0.3' }), thing);
  const { id: _, ...properties } = thing.properties;

  expect(
    findDifference(schema, { type: 'object', properties, required: ['name'], additionalProperties: false }).difference,
  ).toBeUndefined();
  expect(findDifference(schema, { ...thing, additionalProperties: false }).difference).toBeDefined();
});

test('the parts of an object are closed together, and alternatives one by one', () => {
  const root = {
    openapi: '3.0.3',
    components: {
      schemas: {
        A: { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
        B: { type: 'object', properties: { b: { type: 'string' } } },
      },
    },
  };
  const [A, B] = [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }];
  const both = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' } },
    required: ['a'],
    additionalProperties: false,
  };
  const closed = (schema: object) => ({ ...schema, additionalProperties: false });
  const either = { anyOf: [closed(root.components.schemas.A), closed(root.components.schemas.B)] };
  const document = new OpenApiDocument(root);

  expect(findDifference(requestSchema(document, { allOf: [A, B] }).schema, both).difference).toBeUndefined();
  expect(findDifference(requestSchema(document, { oneOf: [A, B] }).schema, either).difference).toBeUndefined();
  expect(findDifference(requestSchema(document, { oneOf: [A, B] }).schema, both).difference).toBeDefined();
});

test('nullable, flags of exclusive bounds and siblings of references mean what 3.0 says', () => {
  const document = new OpenApiDocument({
    openapi: '3.0.3',
    components: { schemas: { N: { type: 'integer', minimum: 0, exclusiveMinimum: true, nullable: true } } },
  });

  const { schema, pointers } = requestSchema(document, {
    $ref: '#/components/schemas/N',
    nullable: false,
    maximum: 3,
  } as object);

  expect(findDifference(schema, { type: ['integer', 'null'], exclusiveMinimum: 0 }).difference).toBeUndefined();
  expect(pointers).toEqual(['#/components/schemas/N']);
});
