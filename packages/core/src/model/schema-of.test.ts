import { expect, test } from 'vitest';
import { schemaOf } from './schema-of.js';

test('schemaOf returns the schema that the build wrote', () => {
  expect(schemaOf<string>({ type: 'string' })).toEqual({ type: 'string' });
});

test('the returned schema cannot be changed', () => {
  const schema = schemaOf<{ a: string }>({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });

  expect(() => Object.assign(schema['properties']!, { b: {} })).toThrow(TypeError);
  expect(() => (schema['required'] as string[]).push('b')).toThrow(TypeError);
  expect(schema).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
});

test('schemaOf without a build throws and explains how to build', () => {
  expect(() => schemaOf<string>()).toThrow(
    'schemaOf<T>() has no schema: the build writes it into the source; build the plugin or the extension (sigil build), or let its tests use the plugin of "@sigil/testing/vite"',
  );
});
