import { expect, test } from 'vitest';
import { describeConstraints, describeType } from './describe-schema.js';

test.each([
  [{ type: 'array', items: { enum: ['a', 1] } }, 'array of ("a" | 1)'],
  [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  [{ $ref: '#/$defs/none' }, 'any'],
  [{ type: 'array', items: { enum: ['S', 'M'] } }, 'array of ("S" | "M")'],
  [{ type: ['array', 'null'], items: { type: 'string' } }, 'array of string | null'],
  [{ type: 'object', additionalProperties: { type: ['string', 'null'] } }, 'map of (string | null)'],
  [{ type: 'object', properties: {}, additionalProperties: { type: 'string' } }, 'map of string'],
  [{ type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } }, 'object'],
])('the type %j is described as %s', (schema, words) => {
  expect(describeType(schema, {})).toBe(words);
});

test.each([
  [{ minimum: 1, maximum: 5, default: 2 }, ['1 to 5', 'default 2']],
  [{ exclusiveMinimum: 0, multipleOf: 2 }, ['more than 0', 'a multiple of 2']],
  [{ minLength: 3, maxLength: 3, pattern: '^a' }, ['3 characters', 'matches ^a']],
  [{ maxItems: 1, uniqueItems: true }, ['at most 1 item', 'no item twice']],
  [{ minProperties: 1, maxProperties: 3 }, ['1 to 3 members']],
])('the constraints of %j are described', (schema, words) => {
  expect(describeConstraints(schema)).toEqual(words);
});
