import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { stableSchema } from './stable-schema.js';

const withId = (id: JsonObject): JsonObject => ({ type: 'object', properties: { id } });

test('equal schemas stay as they are', () => {
  const schema = withId({ type: 'string', default: 'a' });

  expect(stableSchema(schema, structuredClone(schema))).toEqual({ schema, computedDefaults: [] });
});

test('a default that is computed anew is left out and named', () => {
  const found = stableSchema(withId({ type: 'string', default: 'a' }), withId({ type: 'string', default: 'b' }));

  expect(found).toEqual({ schema: withId({ type: 'string' }), computedDefaults: ['properties.id'] });
});

test.each([
  ['a value', { maximum: 1 }, { maximum: 2 }, 'properties.id.maximum'],
  ['a keyword', {}, { maximum: 2 }, 'properties.id'],
  ['the length of a list', { enum: ['a'] }, { enum: ['a', 'b'] }, 'properties.id.enum'],
])('%s that differs is a difference', (_, one, other, place) => {
  expect(stableSchema(withId(one), withId(other)).difference).toBe(place);
});

test('a property named default is a property', () => {
  const found = stableSchema(
    { type: 'object', properties: { default: { maximum: 1 } } },
    { type: 'object', properties: { default: { maximum: 2 } } },
  );

  expect(found.difference).toBe('properties.default.maximum');
});
