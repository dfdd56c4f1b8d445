import { describe, expect, test } from 'vitest';
import { readField } from './read-field.js';

describe('the form field of a schema', () => {
  const root = {
    $defs: {
      Size: { enum: ['s', 'm'] },
      Loop: { $ref: '#/$defs/Loop' },
      'a/b': { type: 'number' },
      '100%': { type: 'boolean' },
    },
  };

  test.each([
    ['a text', { type: 'string' }, 'text'],
    ['a reference', { $ref: '#/$defs/Size' }, 'choice'],
    ['a reference with escapes', { $ref: '#/$defs/a~1b' }, 'number'],
    ['a reference with a percent sign that escapes nothing', { $ref: '#/$defs/100%' }, 'boolean'],
    ['a reference to itself', { $ref: '#/$defs/Loop' }, 'json'],
    ['a reference to elsewhere', { $ref: 'https://example.org/schema' }, 'json'],
    ['titled constants', { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] }, 'choice'],
    ['one constant', { const: 'only' }, 'constant'],
    ['a list of texts', { type: 'array', items: { type: 'string' } }, 'list'],
    ['a set of literals', { type: 'array', items: { enum: [1, 2] }, uniqueItems: true }, 'choices'],
    ['a tuple', { type: 'array', prefixItems: [{ type: 'string' }] }, 'json'],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, 'map'],
    [
      'a map without fixed properties',
      { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
      'map',
    ],
    ['a map whose keys have a pattern', { type: 'object', patternProperties: { '^x-': { type: 'string' } } }, 'map'],
    ['a map of anything', { type: 'object', additionalProperties: {} }, 'json'],
    ['a map with two patterns', { type: 'object', patternProperties: { '^a': {}, '^b': {} } }, 'json'],
    [
      'an object with further members',
      { type: 'object', properties: { a: {} }, additionalProperties: { type: 'string' } },
      'object',
    ],
    ['a union', { anyOf: [{ type: 'string' }, { type: 'object' }] }, 'union'],
    ['several types', { type: ['string', 'number'] }, 'union'],
    ['anything', true, 'json'],
  ])('has the right kind for %s', (_, schema, kind) => {
    expect(readField(schema, root, 0).kind).toBe(kind);
  });

  test.each([{ type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }])(
    'is a nullable text for %j',
    (schema) => {
      expect(readField(schema, {}, 0)).toMatchObject({ kind: 'text', isNullable: true });
    },
  );

  test('falls back to JSON when the schema is nested too deep', () => {
    const schema = { type: 'object', properties: {} };

    expect(readField(schema, {}, 3).kind).toBe('object');
    expect(readField(schema, {}, 4).kind).toBe('json');
  });
});
