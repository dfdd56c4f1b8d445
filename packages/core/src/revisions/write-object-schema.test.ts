import { expect, test } from 'vitest';
import { revisions } from './choose-revision.js';
import { writeObjectSchema } from './write-object-schema.js';

const schema = { type: 'object', properties: { any: true, none: false, text: { type: 'string' } }, required: ['any'] };

test.each(revisions)('in $date a boolean property schema is kept only if the revision allows it', (revision) => {
  const objects = { ...schema, properties: { any: {}, none: { not: {} }, text: { type: 'string' } } };

  expect(writeObjectSchema(schema, revision)).toEqual(revision.date === '2026-07-28' ? schema : objects);
});

test.each([
  { type: 'object' },
  { type: 'object', properties: { a: {} } },
  { type: 'object', additionalProperties: false },
])('%j is returned unchanged', (plain) => {
  expect(writeObjectSchema(plain, revisions[0]!)).toBe(plain);
});

test('a property named like a prototype key is treated as a property', () => {
  const odd = JSON.parse('{"type":"object","properties":{"__proto__":true,"constructor":false}}');

  expect(JSON.stringify(writeObjectSchema(odd, revisions[0]!).properties)).toBe(
    '{"__proto__":{},"constructor":{"not":{}}}',
  );
});
