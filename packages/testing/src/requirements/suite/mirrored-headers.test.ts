import type { JsonObject, JsonValue } from '@sigil/core';
import { buildCatalog } from '@sigil/core/catalog';
import { describe, expect, test } from 'vitest';
import { openPeer, underRule } from './peer.test-support.js';
import { serverOf, toolOf } from './server.test-support.js';

const catalogWith = (inputSchema: JsonObject) =>
  buildCatalog({
    tools: [toolOf('find', undefined, { inputSchema })],
    resources: [],
    resourceTemplates: [],
    prompts: [],
  });
const schemaOf = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
});
const mirrored = (headerName: JsonValue, type = 'string'): JsonObject => ({ type, 'x-mcp-header': headerName });

describe('`x-mcp-header` in an input schema', () => {
  // Rules: 85
  test.each<JsonValue>([
    '',
    'My Region',
    'Region:',
    'Région',
    'Re\ngion',
    'Re\u0000gion',
    '(Region)',
    7,
    null,
    ['Region'],
  ])('is rejected with the header name %j', (headerName) => {
    expect(() => catalogWith(schemaOf({ region: mirrored(headerName) }))).toThrow('x-mcp-header');
  });

  // Rules: 86
  test.each([
    ['Region', 'Region'],
    ['Region', 'REGION'],
  ])('is rejected on two parameters with the header names %s and %s', (first, second) => {
    const nested = schemaOf({ to: mirrored(second) });

    expect(() => catalogWith(schemaOf({ from: mirrored(first), to: mirrored(second) }))).toThrow('x-mcp-header');
    expect(() => catalogWith(schemaOf({ from: mirrored(first), where: nested }))).toThrow('x-mcp-header');
  });

  // Rules: 87
  test.each(['number', 'object', 'array', 'null'])('is rejected on a parameter of type %s', (type) => {
    expect(() => catalogWith(schemaOf({ region: mirrored('Region', type) }))).toThrow('x-mcp-header');
  });

  // Rules: 88
  test.each<[string, JsonObject]>([
    ['an item of an array', schemaOf({ all: { type: 'array', items: mirrored('Region') } })],
    ['an item of a tuple', schemaOf({ all: { type: 'array', prefixItems: [mirrored('Region')] } })],
    ['one of several shapes', schemaOf({}, { oneOf: [schemaOf({ region: mirrored('Region') })] })],
    ['any of several shapes', schemaOf({}, { anyOf: [schemaOf({ region: mirrored('Region') })] })],
    ['all of several shapes', schemaOf({}, { allOf: [schemaOf({ region: mirrored('Region') })] })],
    ['what must not be', schemaOf({}, { not: schemaOf({ region: mirrored('Region') }) })],
    ['a condition', schemaOf({}, { if: schemaOf({ region: mirrored('Region') }) })],
    ['a definition', schemaOf({ at: { $ref: '#/$defs/At' } }, { $defs: { At: mirrored('Region') } })],
    ['a property that a pattern names', schemaOf({}, { patternProperties: { '^r': mirrored('Region') } })],
    ['any other property', schemaOf({}, { additionalProperties: mirrored('Region') })],
    ['the arguments as a whole', { ...schemaOf({}), 'x-mcp-header': 'Region' }],
  ])('is rejected on %s', (_what, inputSchema) => {
    expect(() => catalogWith(inputSchema)).toThrow('x-mcp-header');
  });
});

// Rules: 85, 86, 87, 88
test.each(underRule(85))(
  'a tool with valid `x-mcp-header` names is listed in $date with those names',
  async (revision) => {
    const inputSchema = schemaOf({
      region: mirrored('Region'),
      count: mirrored('X-Count_1', 'integer'),
      where: schemaOf({ dry: mirrored('dry', 'boolean') }),
    });
    const peer = await openPeer(serverOf({ tools: [toolOf('find', undefined, { inputSchema })] }).engine, revision);

    expect(await peer.result('tools/list')).toMatchObject({ tools: [{ name: 'find', inputSchema }] });
  },
);
