import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../model/json.js';
import { catalogOf, toolOf } from './catalog.test-support.js';
import { readMirroredParameters } from './mirrored-parameters.js';

const region = { type: 'string', 'x-mcp-header': 'Region' };

function schemaOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties, ...more };
}

describe('mirrored parameters', () => {
  test('are read from every property that declares a header, at any depth', () => {
    const inputSchema = schemaOf({
      region,
      plain: { type: 'string' },
      where: schemaOf({ 'x-mcp-header': { type: 'string' }, floor: { type: 'integer', 'x-mcp-header': 'Floor' } }),
      dry: { type: 'boolean', 'x-mcp-header': 'X-Dry_Run.1' },
      sure: true,
    });

    expect(readMirroredParameters({ name: 'build', inputSchema })).toEqual([
      { headerName: 'Region', path: ['region'] },
      { headerName: 'Floor', path: ['where', 'floor'] },
      { headerName: 'X-Dry_Run.1', path: ['dry'] },
    ]);
  });

  test('are not read from examples, defaults and other plain values', () => {
    const inputSchema = schemaOf({ any: { default: region, examples: [region], const: region, enum: [region] } });

    expect(readMirroredParameters({ name: 'build', inputSchema })).toEqual([]);
  });

  test.each<[string, JsonObject]>([
    ['an empty name', schemaOf({ a: { type: 'string', 'x-mcp-header': '' } })],
    ['a name with a space', schemaOf({ a: { type: 'string', 'x-mcp-header': 'a b' } })],
    ['a name with a line break', schemaOf({ a: { type: 'string', 'x-mcp-header': 'a\n' } })],
    ['a name with a colon', schemaOf({ a: { type: 'string', 'x-mcp-header': 'a:b' } })],
    ['a name that is no text', schemaOf({ a: { type: 'string', 'x-mcp-header': 7 } })],
    ['one name twice, in any case', schemaOf({ a: region, b: { type: 'string', 'x-mcp-header': 'REGION' } })],
    ['a number', schemaOf({ a: { type: 'number', 'x-mcp-header': 'A' } })],
    ['an object', schemaOf({ a: { ...schemaOf({}), 'x-mcp-header': 'A' } })],
    ['several types', schemaOf({ a: { type: ['string', 'null'], 'x-mcp-header': 'A' } })],
    ['no type', schemaOf({ a: { 'x-mcp-header': 'A' } })],
    ['the arguments themselves', schemaOf({}, { 'x-mcp-header': 'A' })],
    ['items', schemaOf({ a: { type: 'array', items: region } })],
    ['first items', schemaOf({ a: { type: 'array', prefixItems: [region] } })],
    ['a property of items', schemaOf({ a: { type: 'array', items: schemaOf({ region }) } })],
    ['an alternative', schemaOf({ a: { anyOf: [region] } })],
    ['a property of an alternative', schemaOf({}, { oneOf: [schemaOf({ region })] })],
    ['a condition', schemaOf({}, { if: schemaOf({ region }) })],
    ['a definition', schemaOf({ a: { $ref: '#/$defs/region' } }, { $defs: { region } })],
    ['members of any name', schemaOf({ a: { type: 'object', additionalProperties: region } })],
    ['members by pattern', schemaOf({ a: { type: 'object', patternProperties: { '^x': region } } })],
  ])('make the catalog invalid for %s, and the message names the tool', (_why, inputSchema) => {
    const tools = [toolOf('build', undefined, { inputSchema })];

    expect(() => catalogOf({ tools })).toThrow(
      expect.objectContaining({ code: 'header-invalid', message: expect.stringContaining('tool "build"') }),
    );
  });
});
