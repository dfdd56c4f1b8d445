import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import type { Property, SchemaNode } from '../model/schema-node.js';
import { writeArgumentsSchema, writeInputSchema, writeOutputSchema } from './write-schema.js';

function member(name: string, node: SchemaNode, isRequired = true): Property {
  return { name, node, isRequired };
}

const text: SchemaNode = { kind: 'string' };

test.each<[SchemaNode, object]>([
  [
    { kind: 'string', minLength: 1, maxLength: 9, pattern: '^a', format: 'uri' },
    { type: 'string', minLength: 1, maxLength: 9, pattern: '^a', format: 'uri' },
  ],
  [
    { kind: 'number', minimum: -2.5, exclusiveMaximum: 3, multipleOf: 0.5 },
    { type: 'number', minimum: -2.5, exclusiveMaximum: 3, multipleOf: 0.5 },
  ],
  [
    { kind: 'number', multipleOf: 1, maximum: 0 },
    { type: 'integer', maximum: 0 },
  ],
  [{ kind: 'any' }, {}],
  [{ kind: 'any', documentation: { description: 'Whatever.' } }, { description: 'Whatever.' }],
  [{ kind: 'object', properties: [], additional: { kind: 'any' } }, { type: 'object' }],
  [
    { kind: 'object', properties: [member('a', { kind: 'any' })], additional: { kind: 'any' } },
    { type: 'object', properties: { a: {} }, required: ['a'], additionalProperties: {} },
  ],
  [
    { kind: 'string', documentation: { header: { name: 'Region' } } },
    { type: 'string', 'x-mcp-header': 'Region' },
  ],
  [{ kind: 'boolean' }, { type: 'boolean' }],
  [{ kind: 'null' }, { type: 'null' }],
  [{ kind: 'date' }, { type: 'string', format: 'date-time' }],
  [
    { kind: 'literals', values: ['b', 'a'] },
    { type: 'string', enum: ['b', 'a'] },
  ],
  [
    { kind: 'literals', values: [1] },
    { type: 'number', const: 1 },
  ],
  [{ kind: 'literals', values: ['a', 1] }, { enum: ['a', 1] }],
  [
    { kind: 'literals', values: ['a', null] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [
    { kind: 'array', items: text, minItems: 1, maxItems: 2, uniqueItems: true },
    { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 2, uniqueItems: true },
  ],
  [
    { kind: 'tuple', items: [text, { kind: 'number' }], required: 1 },
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false, minItems: 1 },
  ],
  [
    { kind: 'tuple', items: [text], required: 1, rest: { kind: 'number' } },
    { type: 'array', prefixItems: [{ type: 'string' }], items: { type: 'number' }, minItems: 1 },
  ],
  [
    { kind: 'tuple', items: [], required: 0 },
    { type: 'array', items: false },
  ],
  [
    { kind: 'object', properties: [member('a', text), member('b', text, false)] },
    {
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'string' } },
      required: ['a'],
      additionalProperties: false,
    },
  ],
  [
    { kind: 'object', properties: [], additional: text },
    { type: 'object', properties: {}, additionalProperties: { type: 'string' } },
  ],
  [{ kind: 'union', members: [text, { kind: 'number' }] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
  [
    { kind: 'date', format: 'date' },
    { type: 'string', format: 'date' },
  ],
  [{ kind: 'url' }, { type: 'string', format: 'uri' }],
  [{ kind: 'regexp' }, { type: 'string', format: 'regex' }],
  [{ kind: 'bigint' }, { type: 'string', pattern: '^-?\\d+$' }],
  [
    { kind: 'bytes', as: 'Buffer' },
    { type: 'string', contentEncoding: 'base64' },
  ],
  [
    { kind: 'set', items: text, minItems: 1 },
    { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
  ],
  [
    { kind: 'map', keys: text, values: { kind: 'number' } },
    { type: 'object', additionalProperties: { type: 'number' } },
  ],
  [
    { kind: 'map', keys: { kind: 'literals', values: ['a', 'b'] }, values: text },
    {
      type: 'object',
      propertyNames: { type: 'string', enum: ['a', 'b'] },
      additionalProperties: { type: 'string' },
    },
  ],
  [
    { kind: 'map', keys: { kind: 'string', pattern: '^x' }, values: text },
    {
      type: 'object',
      propertyNames: { type: 'string', pattern: '^x' },
      additionalProperties: { type: 'string' },
    },
  ],
  [
    { kind: 'map', keys: { kind: 'number' }, values: text },
    {
      type: 'array',
      items: {
        ...{ type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] },
        ...{ items: false, minItems: 2 },
      },
    },
  ],
  [
    { kind: 'object', properties: [], patterns: [{ pattern: '^x-', node: text }] },
    {
      type: 'object',
      properties: {},
      patternProperties: { '^x-': { type: 'string' } },
      additionalProperties: false,
    },
  ],
  [
    { kind: 'object', properties: [], additional: { kind: 'never' } },
    { type: 'object', properties: {}, additionalProperties: false },
  ],
  [
    { kind: 'object', properties: [member('gone', { kind: 'never' }, false)], additional: text },
    { type: 'object', properties: { gone: false }, additionalProperties: { type: 'string' } },
  ],
  [{ kind: 'never' }, { not: {} }],
  [{ kind: 'union', members: [text, { kind: 'never' }] }, { type: 'string' }],
  [
    { kind: 'toJson', node: text, documentation: { title: 'T' } },
    { type: 'string', title: 'T' },
  ],
])('%j is written as %j', (node, schema) => {
  expect(writeInputSchema(node)).toEqual(schema);
});

describe('a nullable type', () => {
  test.each<[SchemaNode, object]>([
    [
      { kind: 'number', multipleOf: 1, minimum: 0 },
      { type: ['integer', 'null'], minimum: 0 },
    ],
    [{ kind: 'date' }, { type: ['string', 'null'], format: 'date-time' }],
    [{ kind: 'bigint' }, { type: ['string', 'null'], pattern: '^-?\\d+$' }],
    [
      { kind: 'literals', values: ['a'] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ kind: 'array', items: text }, { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }] }],
  ])('is written with null: %j', (node, schema) => {
    expect(writeInputSchema({ kind: 'union', members: [node, { kind: 'null' }] })).toEqual(schema);
  });

  test('prefers the documentation of the union over that of its member', () => {
    const part: SchemaNode = { kind: 'string', documentation: { title: 'Part', description: 'of the part' } };
    const union: SchemaNode = {
      kind: 'union',
      members: [{ kind: 'null' }, part],
      documentation: { description: 'of the whole', default: null },
    };

    expect(writeInputSchema(union)).toEqual({
      ...{ type: ['string', 'null'], title: 'Part' },
      ...{ description: 'of the whole', default: null },
    });
  });
});

test('additional properties are forbidden in arguments and allowed in results', () => {
  const node: SchemaNode = {
    kind: 'object',
    properties: [member('inner', { kind: 'array', items: { kind: 'object', properties: [] } })],
  };

  expect(JSON.stringify(writeInputSchema(node)).match(/"additionalProperties":false/g)).toHaveLength(2);
  expect(JSON.stringify(writeOutputSchema(node))).not.toContain('additionalProperties');
});

test('all documentation is copied to the schema', () => {
  const documentation = { title: 'T', description: 'D', default: 'x', examples: ['x', 'y'], deprecated: true };

  expect(writeInputSchema({ kind: 'string', documentation })).toEqual({ type: 'string', ...documentation });
});

describe('the arguments of a tool', () => {
  test('become a closed object in parameter order', () => {
    const schema = writeArgumentsSchema([member('city', text), member('area', text, false)]);

    expect(JSON.stringify(schema)).toBe(
      '{"type":"object","properties":{"city":{"type":"string"},"area":{"type":"string"}},"required":["city"],"additionalProperties":false}',
    );
  });

  test('may be empty', () => {
    expect(writeArgumentsSchema([])).toEqual({ type: 'object', properties: {}, additionalProperties: false });
  });

  test('may be named "__proto__"', () => {
    const { properties, required } = writeArgumentsSchema([member('__proto__', text)]);

    expect(Object.entries(properties as object)).toEqual([['__proto__', { type: 'string' }]]);
    expect(required).toEqual(['__proto__']);
  });
});

test('an empty tuple accepts only the empty array', () => {
  const validate = new Ajv2020({ strict: false }).compile(writeInputSchema({ kind: 'tuple', items: [], required: 0 }));

  expect([validate([]), validate([1])]).toEqual([true, false]);
});

test('a header is written for an argument, but not for a result of the same type', () => {
  const node: SchemaNode = {
    kind: 'object',
    properties: [member('region', { kind: 'string', documentation: { header: { name: 'Region' } } })],
  };

  expect(JSON.stringify(writeInputSchema(node))).toContain('"x-mcp-header":"Region"');
  expect(JSON.stringify(writeOutputSchema(node))).not.toContain('x-mcp-header');
});
