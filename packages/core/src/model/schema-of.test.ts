import { expect, test } from 'vitest';
import { schemaOf } from './schema-of.js';

test('the schema that the build wrote comes back', () => {
  expect(schemaOf<string>({ type: 'string' })).toEqual({ type: 'string' });
});

test('nobody can change it', () => {
  const schema = schemaOf<{ a: string }>({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });

  expect(() => Object.assign(schema['properties']!, { b: {} })).toThrow(TypeError);
  expect(() => (schema['required'] as string[]).push('b')).toThrow(TypeError);
  expect(schema).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
});

test('without a build it says what to do', () => {
  expect(() => schemaOf<string>()).toThrow(
    'schemaOf<T>() has no schema: the build writes it into the source; build the plugin, or let its tests use the plugin of "@sigil/testing/vite"',
  );
});
