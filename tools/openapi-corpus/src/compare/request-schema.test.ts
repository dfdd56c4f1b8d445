import { expect, test } from 'vitest';
import { OpenApiDocument } from '../documents/document.mjs';
import { requestSchema } from './request-schema.mjs';

function documentWith(schemas: object): OpenApiDocument {
  return new OpenApiDocument({
    openapi: '3.1.0',
    info: { title: 'a', version: '1' },
    paths: {},
    components: { schemas },
  });
}

test('a pattern whose search may have no end is left out, and named', () => {
  const { schema, untested } = requestSchema(documentWith({}), {
    type: 'string',
    pattern: '([a-z]|[^A-Z])+x',
    maxLength: 9,
  });

  expect(schema).toMatchObject({ type: 'string', maxLength: 9 });
  expect(schema).not.toHaveProperty('pattern');
  expect(untested).toEqual(['([a-z]|[^A-Z])+x']);
});

test('a reference is a URI, and its pointer is written as those of notices', () => {
  const document = documentWith({ 'a {b}': { type: 'string' } });

  expect(requestSchema(document, { $ref: '#/components/schemas/a%20%7Bb%7D' }).pointers).toEqual([
    '#/components/schemas/a {b}',
  ]);
});
