import { describe, expect, test } from 'vitest';
import { builtFrom, codesOf, documentWith, importedFrom } from '../import.test-support.js';

const text = { type: 'string' };

describe('a schema becomes the same schema after the build', () => {
  test.each<[string, object, unknown]>([
    ['a text with constraints', { type: 'string', minLength: 1, maxLength: 9, pattern: '^[a-z]+$' }, 0],
    ['a format', { type: 'string', format: 'date-time' }, 0],
    ['an integer with bounds', { type: 'integer', minimum: -2, exclusiveMaximum: 7 }, 0],
    ['a fraction', { type: 'number', multipleOf: 0.5 }, 0],
    ['an integer that is a multiple', { type: 'integer', multipleOf: 5 }, { type: 'number', multipleOf: 5 }],
    [
      'a list',
      { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1, maxItems: 4, uniqueItems: true },
      0,
    ],
    ['an enum', { type: 'string', enum: ['a', "b'c", 'd"e'] }, 0],
    ['an enum of numbers', { type: 'integer', enum: [1, -2] }, { enum: [1, -2], type: 'number' }],
    ['one value', { const: 'x' }, { const: 'x', type: 'string' }],
    ['null beside a type', { type: ['string', 'null'], maxLength: 3 }, 0],
    ['anything', {}, {}],
    ['a free object', { type: 'object' }, 0],
    [
      'a record',
      { type: 'object', additionalProperties: { type: 'integer', minimum: 1 } },
      { type: 'object', properties: {}, additionalProperties: { type: 'integer', minimum: 1 } },
    ],
    [
      'an empty object',
      { type: 'object', additionalProperties: false, properties: {} },
      { type: 'object', properties: {}, additionalProperties: false },
    ],
    [
      'members beside others',
      { type: 'object', required: ['a'], properties: { a: { type: 'integer' } }, additionalProperties: text },
      0,
    ],
    [
      'a tuple',
      { type: 'array', prefixItems: [text, { type: 'integer' }], items: false, minItems: 1 },
      { type: 'array', prefixItems: [text, { type: 'integer' }], items: false, minItems: 1 },
    ],
    [
      'constraints within a union',
      {
        anyOf: [
          { type: 'integer', minimum: 3 },
          { type: 'string', maxLength: 2 },
        ],
      },
      {
        anyOf: [
          { type: 'integer', minimum: 3 },
          { type: 'string', maxLength: 2 },
        ],
      },
    ],
    [
      'an object or a constrained number',
      {
        anyOf: [
          { type: 'object', properties: { gt: { type: 'integer' } } },
          { type: 'integer', minimum: 0 },
        ],
      },
      {
        anyOf: [
          { type: 'object', properties: { gt: { type: 'integer' } }, additionalProperties: false },
          { type: 'integer', minimum: 0 },
        ],
      },
    ],
    [
      'names that need quotes',
      { type: 'object', properties: { 'a-b': text, constructor: text, toString: text, "it's": text } },
      {
        type: 'object',
        additionalProperties: false,
        properties: { 'a-b': text, constructor: text, toString: text, "it's": text },
      },
    ],
  ])('%s', async (_what, schema, expected) => {
    expect(await builtFrom(schema)).toEqual(expected === 0 ? schema : expected);
  });

  test('a member that is called example, which upgrades of documents lose', async () => {
    const schema = {
      type: 'object',
      properties: { example: text, nullable: { type: 'boolean' }, items: text },
      additionalProperties: false,
    };

    expect(await builtFrom(schema, {}, '3.0.3')).toEqual(schema);
  });

  test('constraints of a named schema within a union', async () => {
    const schemas = {
      Seconds: { type: 'integer', minimum: 0 },
      Range: { type: 'object', properties: { gt: { type: 'integer' } } },
    };
    const schema = { anyOf: [{ $ref: '#/components/schemas/Range' }, { $ref: '#/components/schemas/Seconds' }] };

    expect(await builtFrom(schema, schemas)).toMatchObject({
      anyOf: [{ type: 'object' }, { type: 'integer', minimum: 0 }],
    });
  });

  test('a schema that contains itself', async () => {
    const Node = {
      type: 'object',
      required: ['name'],
      properties: { name: text, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
    };

    expect(await builtFrom({ $ref: '#/components/schemas/Node' }, { Node })).toMatchObject({
      $ref: '#/$defs/Node',
      $defs: { Node: { required: ['name'], properties: { children: { items: { $ref: '#/$defs/Node' } } } } },
    });
  });
});

describe('allOf', () => {
  const schemas = {
    Pet: { type: 'object', required: ['name'], properties: { name: text } },
    Kind: { type: 'object', properties: { kind: { type: 'string', enum: ['cat', 'dog'] } } },
  };
  const pet = { $ref: '#/components/schemas/Pet' };

  test('combines objects by their names', async () => {
    const folder = await importedFrom(
      documentWith({ allOf: [pet, { type: 'object', properties: { age: { type: 'integer' } } }] }, schemas),
    );

    expect(folder.read('src/shop.ts')).toContain('export type SendValue = Pet & {');
    expect(folder.read('src/shop.ts')).toContain('age?: number;');
  });

  test.each<[string, unknown[], unknown]>([
    [
      'requires a member of another part',
      [{ $ref: '#/components/schemas/Kind' }, { required: ['kind'] }],
      { required: ['kind'], properties: { kind: { enum: ['cat', 'dog'] } } },
    ],
    [
      'narrows a member of another part',
      [{ $ref: '#/components/schemas/Kind' }, { type: 'object', properties: { kind: { const: 'cat' } } }],
      { properties: { kind: { const: 'cat' } } },
    ],
    [
      'joins constraints',
      [
        { type: 'integer', minimum: 1, maximum: 9 },
        { type: 'integer', minimum: 3 },
      ],
      { type: 'integer', minimum: 3, maximum: 9 },
    ],
    [
      'distributes over alternatives',
      [{ type: 'object', properties: { a: text, b: text } }, { anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
      { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ],
  ])('%s', async (_what, allOf, expected) => {
    expect(await builtFrom({ allOf }, schemas)).toMatchObject(expected as object);
  });
});

describe('version 3.0', () => {
  test.each<[string, object, object]>([
    ['nullable', { type: 'string', nullable: true }, { type: ['string', 'null'] }],
    ['nullable within an enum', { type: 'string', nullable: true, enum: ['a', null] }, { enum: ['a', null] }],
    [
      'exclusive bounds as flags',
      { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: false },
      { exclusiveMinimum: 1, maximum: 3 },
    ],
  ])('%s', async (_what, schema, expected) => {
    expect(await builtFrom(schema, {}, '3.0.0')).toMatchObject(expected);
  });

  test('what stands beside a reference is ignored, as that version says, and not in 3.1', async () => {
    const schemas = { Name: { type: 'string' } };
    const schema = { $ref: '#/components/schemas/Name', maxLength: 2 };

    expect(await builtFrom(schema, schemas, '3.0.0')).not.toHaveProperty('maxLength');
    expect(await builtFrom(schema, schemas, '3.1.0')).toHaveProperty('maxLength', 2);
  });
});

describe('a difference has a notice', () => {
  test.each<[string, string, object]>([
    ['unsupported-keyword', 'not', { not: { type: 'string' } }],
    ['unsupported-keyword', 'minProperties', { type: 'object', minProperties: 1 }],
    ['unsupported-keyword', 'an enum of objects', { enum: [{ a: 1 }] }],
    ['assumed-type', 'members without a type', { properties: { a: text } }],
    ['one-of-overlap', 'alternatives that overlap', { oneOf: [{ type: 'string' }, { type: 'string', maxLength: 3 }] }],
    ['unsatisfiable', 'a contradiction', { allOf: [{ type: 'string' }, { type: 'integer' }] }],
    ['pattern-left-out', 'a pattern with catastrophic backtracking', { type: 'string', pattern: '^(a+)+$' }],
    ['pattern-left-out', 'a pattern of another language', { type: 'string', pattern: '(?i)abc(?P<x>y)' }],
    ['constraint-left-out', 'bounds that cross', { type: 'integer', minimum: 5, maximum: 1 }],
    ['constraint-left-out', 'a length that is no count', { type: 'string', maxLength: -1 }],
    ['enum-value-left-out', 'an enum value of another type', { type: 'integer', enum: [1, ''] }],
    [
      'required-undeclared',
      'a required name without a member',
      { type: 'object', properties: { a: text }, required: ['b'] },
    ],
    [
      'constraint-left-out',
      'closed parts of allOf that forbid the members of each other',
      {
        allOf: ['a', 'b'].map((name) => ({
          type: 'object',
          additionalProperties: false,
          properties: { [name]: text },
        })),
      },
    ],
    ['older-keyword', 'an exclusive bound as a flag', { type: 'integer', minimum: 1, exclusiveMinimum: true }],
    ['default-left-out', 'a default of the wrong type', { type: 'integer', default: 'x' }],
    ['unresolved-reference', 'a reference to nowhere', { $ref: '#/components/schemas/Nothing' }],
    ['bytes-as-text', 'bytes in JSON', { type: 'string', contentMediaType: 'image/png' }],
    ['text-shortened', 'a very long description', { type: 'string', description: 'Long. '.repeat(900) }],
  ])('%s: %s', async (code, _what, schema) => {
    const folder = await importedFrom(documentWith(schema));

    expect(codesOf(folder)).toContain(code);
    expect(folder.record().notices.every(({ pointer, message }) => pointer.includes('#') && message !== '')).toBe(true);
  });

  test.each<[string, object]>([
    ['alternatives of different kinds', { oneOf: [{ type: 'string' }, { type: 'integer' }] }],
    [
      'alternatives with a tag of their own',
      {
        oneOf: ['a', 'b'].map((kind) => ({
          type: 'object',
          required: ['kind'],
          properties: { kind: { const: kind } },
        })),
      },
    ],
    ['a pattern that only escapes too much', { type: 'string', pattern: '^[\\w\\-]+\\@\\_$' }],
  ])('and none where the type is faithful: %s', async (_what, schema) => {
    expect(codesOf(await importedFrom(documentWith(schema)))).toEqual([]);
  });

  test('types that consist of themselves', async () => {
    const schemas = { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } };

    expect(codesOf(await importedFrom(documentWith({ $ref: '#/components/schemas/A' }, schemas)))).toContain(
      'endless-type',
    );
  });
});

test('members that are only read are no arguments, and members that are only written are in no answer', async () => {
  const User = {
    type: 'object',
    properties: { id: { type: 'string', readOnly: true }, name: text, password: { type: 'string', writeOnly: true } },
  };
  const document = documentWith({ $ref: '#/components/schemas/User' }, { User }) as {
    paths: { '/send': { post: { responses: object } } };
  };
  document.paths['/send'].post.responses = {
    200: { description: 'ok', content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } },
  };

  const types = (await importedFrom(document)).read('src/types/user.ts');

  expect(types).toMatch(/interface UserInput \{\n {2}name\?: string;\n {2}password\?: string;\n\}/);
  expect(types).toMatch(/interface User \{\n {2}id\?: string;\n {2}name\?: string;\n\}/);
});
