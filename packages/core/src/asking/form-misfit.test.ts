import { expect, test } from 'vitest';
import type { FormField } from '../model/asking.js';
import type { JsonValue } from '../model/json.js';
import { findMisfit } from './form-misfit.js';

test.each<[FormField, JsonValue, string]>([
  [{ type: 'boolean' }, 'yes', 'true or false'],
  [{ type: 'integer', minimum: 18 }, 17, 'a whole number, at least 18'],
  [{ type: 'integer' }, 1.5, 'a whole number'],
  [{ type: 'number', minimum: 0, maximum: 1 }, 2, 'a number, 0 to 1'],
  [{ type: 'number', maximum: 1 }, 'x', 'a number, at most 1'],
  [{ type: 'string' }, 7, 'a text'],
  [{ type: 'string', minLength: 2, maxLength: 3 }, 'x', 'a text, 2 to 3 characters'],
  [{ type: 'string', format: 'email' }, 'x', 'a text in the format "email"'],
  [{ type: 'string', enum: ['S', 'M'] }, 'XL', 'one of "S", "M"'],
  [{ type: 'string', oneOf: [{ const: 'a', title: 'A' }] }, 'b', 'one of "a"'],
  [{ type: 'array', items: { type: 'string', enum: ['S', 'M'] } }, ['XL'], 'a list of "S", "M"'],
  [{ type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] }, minItems: 1 }, [], 'a list of at least 1 of "a"'],
])('a field %j with %j is described as wrong: must be %s', (field, value, expected) => {
  const schema = { type: 'object' as const, properties: { it: field } };

  expect(findMisfit(schema, { action: 'accept', content: { it: value } })).toBe(`"it" must be ${expected}`);
});

test('a form without a required field is described by the name of the field', () => {
  const schema = { type: 'object' as const, properties: { it: { type: 'boolean' as const } }, required: ['it'] };

  expect(findMisfit(schema, { action: 'accept' })).toBe('"it" is missing');
  expect(findMisfit(schema, { action: 'accept', content: { it: null } })).toBe('"it" is missing');
  expect(findMisfit(schema, { action: 'accept', content: 7 })).toBe('"content" must be an object');
  expect(findMisfit(schema, { action: 'accept', content: { it: true } })).toBeUndefined();
  expect(findMisfit(schema, { action: 'decline' })).toBeUndefined();
});
