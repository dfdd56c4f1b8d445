import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { JsonObject } from '@sigil/core';
import { expect, test } from 'vitest';
import { exampleOf } from './example-value.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const text = { type: 'string' };
test.each<[string, JsonObject]>([
  ['a text', text],
  ['a text of a length', { type: 'string', minLength: 12, maxLength: 14 }],
  ['a short text', { type: 'string', maxLength: 2 }],
  ['a date', { type: 'string', format: 'date' }],
  ['a date and time', { type: 'string', format: 'date-time' }],
  ['an address', { type: 'string', format: 'ipv6' }],
  ['a number from', { type: 'number', minimum: 3.5 }],
  ['a multiple', { type: 'integer', exclusiveMinimum: 10, multipleOf: 7 }],
  ['a negative number', { type: 'number', maximum: -2.5 }],
  ['a number below', { type: 'integer', exclusiveMaximum: 0 }],
  ['a list of two', { type: 'array', items: { type: 'boolean' }, minItems: 2 }],
  ['a tuple', { type: 'array', prefixItems: [text, { type: 'integer' }], items: false, minItems: 2 }],
  ['a choice', { anyOf: [{ const: 'a' }, { type: 'number' }] }],
  ['an intersection', { allOf: [{ type: 'object', properties: { a: text }, required: ['a'] }, { type: 'object' }] }],
  ['an object', { type: 'object', properties: { a: text, b: { type: 'null' } }, required: ['a', 'b'] }],
  ['several types', { type: ['integer', 'null'] }],
  ['values', { enum: [1, 2] }],
  ['an example of its own', { type: 'string', pattern: '^A-\\d+$', examples: ['A-1'] }],
  [
    'a recursive type',
    {
      $ref: '#/$defs/tree',
      $defs: { tree: { type: 'object', properties: { of: { type: 'array', items: { $ref: '#/$defs/tree' } } } } },
    },
  ],
  ['a name with a slash', { $ref: '#/$defs/a~1b', $defs: { 'a/b': { const: 5 } } }],
])('the example of %s is valid', (_what, schema) => {
  const example = exampleOf(schema);

  expect({ example, errors: ajv.validate(schema, example) ? [] : ajv.errors }).toEqual({ example, errors: [] });
});
