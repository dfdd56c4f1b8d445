import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { numericKey } from '../schema/numeric-key.js';
import { problemsIn } from './compile-text.test-support.js';
import { schemaToTypeScript } from './schema-to-typescript.js';

/** Writes the declarations of `It`, from JSON text so that `__proto__` is an ordinary member. */
function write(json: string): string {
  return schemaToTypeScript(JSON.parse(json) as JsonObject, 'It');
}

/** Writes the type alone, as a member so that objects are on one line. */
function typeOf(schema: object): string {
  const text = schemaToTypeScript({ type: 'object', properties: { it: schema as JsonObject }, required: ['it'] }, 'It');
  return text.slice(text.indexOf('  it:') + '  it:'.length, text.indexOf(';\n}')).trim();
}

describe('types', () => {
  test.each([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer' }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: 'string', nullable: true }, 'string | null'],
    [{ type: 'date' }, 'unknown'],
    [{}, 'unknown'],
    [{ minLength: 3 }, 'unknown'],
    [{ const: 'all' }, '"all"'],
    [{ const: { b: [1, -2.5], a: null } }, '{ a: null; b: [1, -2.5] }'],
    [{ const: 1e400 }, 'number'],
    [{ enum: ['a', 1, true, null] }, '"a" | 1 | true | null'],
    [{ type: 'string', enum: ['a', null], nullable: true }, '"a" | null'],
    [{ type: 'string', enum: [1, 2] }, '1 | 2'],
    [{ enum: [] }, 'never'],
    [{ enum: ['\u2028', '\u202e', '"\\'] }, '"\\u2028" | "\\u202e" | "\\"\\\\"'],
    [{ type: 'array' }, 'unknown[]'],
    [{ items: { type: 'string' } }, 'string[]'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, '(string | null)[]'],
    [{ type: 'array', items: false }, '[]'],
    [
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 1, items: false },
      '[string, number?]',
    ],
    [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, '[string?, ...number[]]'],
    [{ items: [{ type: 'string' }, {}], additionalItems: false, minItems: 2 }, '[string, unknown]'],
    [{ type: 'array', items: [{ type: 'string' }], minItems: 1 }, '[string, ...unknown[]]'],
    [{ type: 'array', items: [{}, {}], minItems: 2, maxItems: 2 }, '[unknown, unknown]'],
    [{ not: {} }, 'never'],
    [{ not: { type: 'null' } }, 'unknown'],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] }, 'string | number'],
    [{ anyOf: [{ type: 'string' }, true] }, 'unknown'],
    [{ anyOf: [{ type: 'string' }, false] }, 'string'],
    [{ type: 'string', anyOf: [{ format: 'date' }, { format: 'time' }] }, 'string'],
  ])('%j becomes %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  test('with thousands of values become the type that the values share', () => {
    const values = Array.from({ length: 5000 }, (_, index) => `v${index}`);

    expect(write(JSON.stringify({ enum: values }))).toBe(
      '/** One of 5000 values: "v0", "v1", "v2", "v3", "v4", … */\nexport type It = string;\n',
    );
  });

  test('with dozens of values are wrapped at the line width', () => {
    const text = write(JSON.stringify({ enum: Array.from({ length: 60 }, (_, index) => `value ${index}`) }));

    expect(text.split('\n').every((line) => line.length <= 110)).toBe(true);
    expect(text.split('\n').length).toBeLessThan(15);
    expect(problemsIn({ 'it.mts': text })).toEqual([]);
  });
});

describe('objects', () => {
  test.each([
    [{ type: 'object' }, '{ [key: string]: unknown }'],
    [{ type: 'object', additionalProperties: false }, '{ [key: string]: never }'],
    [{ additionalProperties: { type: 'number' } }, '{ [key: string]: number }'],
    [{ properties: { a: {} } }, '{ a?: unknown }'],
    [{ type: 'object', properties: { a: false } }, '{ a?: never }'],
    [{ type: 'object', properties: { a: {} }, required: ['b'] }, '{ a?: unknown; b: unknown }'],
    [{ required: ['b'], additionalProperties: { type: 'string' } }, '{ b: string; [key: string]: string }'],
    [
      { required: ['b'], patternProperties: { '^b': {} }, additionalProperties: { type: 'string' } },
      '{ b: unknown; [key: `b${string}`]: unknown; [key: string]: unknown }',
    ],
    [{ properties: { a: { type: 'string' } }, additionalProperties: true }, '{ a?: string; [key: string]: unknown }'],
    [
      { properties: { a: { type: 'string' } }, additionalProperties: { type: 'number' } },
      '{ a?: string; [key: string]: number | string | undefined }',
    ],
    [
      { properties: { a: { properties: { b: {} } } }, additionalProperties: { type: 'number' } },
      '{ a?: { b?: unknown }; [key: string]: unknown }',
    ],
    [
      { patternProperties: { '^x-[\\s\\S]*$': { type: 'number' }, '^a\\.': {} }, additionalProperties: false },
      '{ [key: `a.${string}`]: unknown; [key: `x-${string}`]: number }',
    ],
    [{ patternProperties: { [numericKey]: { type: 'string' } } }, '{ [key: number]: string }'],
    [
      { patternProperties: { '[aeiou]$': { type: 'string' } }, additionalProperties: false },
      '{ [key: string]: string }',
    ],
    [{ patternProperties: { '[aeiou]$': { type: 'string' } } }, '{ [key: string]: unknown }'],
    [
      {
        type: 'object',
        propertyNames: { enum: ['a', 'b'] },
        additionalProperties: { type: 'number' },
        required: ['a'],
      },
      '{ a: number; b?: number }',
    ],
    [{ allOf: [{ properties: { a: {} } }, { properties: { b: {} }, required: ['b'] }] }, '{ a?: unknown; b: unknown }'],
    [
      { allOf: [{ properties: { a: { type: 'string' } } }, { properties: { a: { const: 'x' } } }] },
      '{ a?: string } & { a?: "x" }',
    ],
    [
      { properties: { a: { type: 'string' }, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
      '{ a?: string; b?: unknown } & ({ a: string } | { b: unknown })',
    ],
    [{ type: 'object', oneOf: [{ properties: { a: {} } }] }, '{ a?: unknown }'],
    [{ type: 'object', required: 'a', properties: [] }, '{ [key: string]: unknown }'],
  ])('%j becomes %s', (schema, type) => {
    expect(typeOf(schema)).toBe(type);
  });

  test('have index signatures that are compatible in TypeScript', () => {
    const patternProperties = {
      '^x-[\\s\\S]*$': { type: 'string' },
      '^x-y-[\\s\\S]*$': { type: 'number' },
      '^x-y-z': { type: 'boolean' },
      '^x-y-z.*$': { type: 'null' },
      '^z-': { type: 'string' },
    };
    const properties = { 'x-y-z': { type: 'boolean' } };
    const texts = [{}, { properties }, { additionalProperties: { type: 'array' } }].map((more) =>
      schemaToTypeScript({ type: 'object', patternProperties, ...more }, 'Root'),
    );

    expect(texts[0]).toContain(
      [
        '  [key: `x-${string}`]: string | number | boolean | null;',
        '  [key: `x-y-${string}`]: number | boolean | null;',
        '  [key: `x-y-z${string}`]: boolean | null;',
        '  [key: `z-${string}`]: string;',
      ].join('\n'),
    );
    expect(texts.flatMap((text) => problemsIn({ 'it.mts': text }))).toEqual([]);
  });

  test('keep the order and the names of their members, even unusual names', () => {
    const text = write(`{ "type": "object", "required": ["z"], "properties":
      { "z": {}, "__proto__": { "type": "string" }, "a-b": {}, "größe": {}, "": {}, "delete": {}, "x\\n\\u2028": {} } }`);

    expect(text).toBe(
      [
        'export interface It {',
        '  z: unknown;',
        '  __proto__?: string;',
        '  "a-b"?: unknown;',
        '  "größe"?: unknown;',
        '  ""?: unknown;',
        '  delete?: unknown;',
        '  "x\\n\\u2028"?: unknown;',
        '}\n',
      ].join('\n'),
    );
    expect(problemsIn({ 'it.mts': text })).toEqual([]);
  });
});

describe('references', () => {
  test('to definitions become types named after the definitions', () => {
    const text =
      write(`{ "type": "object", "properties": { "a": { "$ref": "#/$defs/My-Tree" }, "b": { "$ref": "#/definitions/x~1y%20z" } },
      "$defs": { "My-Tree": { "description": "It grows.", "properties": { "kids": { "type": "array", "items": { "$ref": "#/$defs/My-Tree" } } } } },
      "definitions": { "x/y z": { "enum": ["a"] } } }`);

    expect(text).toBe(
      [
        'export interface It {\n  a?: MyTree;\n  b?: XYZ;\n}\n',
        '/** It grows. */\nexport interface MyTree {\n  kids?: MyTree[];\n}\n',
        'export type XYZ = "a";\n',
      ].join('\n'),
    );
  });

  test.each([
    ['{ "properties": { "next": { "$ref": "#" } } }', 'export interface It {\n  next?: It;\n}\n'],
    [
      '{ "properties": { "tags": { "items": { "properties": { "t": {} } } }, "tag": { "$ref": "#/properties/tags/items" } } }',
      'export interface It {\n  tags?: { t?: unknown }[];\n  tag?: TagsItem;\n}\n\nexport interface TagsItem {\n  t?: unknown;\n}\n',
    ],
    [
      '{ "properties": { "a": { "$ref": "#here" } }, "$defs": { "x": { "$anchor": "here", "type": "string" } } }',
      'export interface It {\n  a?: Here;\n}\n\nexport type Here = string;\n',
    ],
    [
      '{ "properties": { "a": { "$ref": "tree" } }, "$defs": { "x": { "$id": "https://example.com/tree", "$defs": { "y": { "type": "string" } }, "properties": { "b": { "$ref": "#/$defs/y" } } } } }',
      'export interface It {\n  a?: Tree;\n}\n\nexport interface Tree {\n  b?: Y;\n}\n\nexport type Y = string;\n',
    ],
    [
      '{ "type": "object", "$ref": "#/definitions/Args", "definitions": { "Args": { "type": "object", "properties": { "a": {} } } } }',
      'export type It = Args;\n\nexport interface Args {\n  a?: unknown;\n}\n',
    ],
    [
      '{ "properties": { "a": { "$ref": "https://example.com/x.json" } } }',
      'export interface It {\n  /** Refers to what is not in its schema: "https://example.com/x.json" */\n  a?: unknown;\n}\n',
    ],
    [
      '{ "properties": { "a": { "$ref": "#/$defs/constructor" } }, "$defs": {} }',
      'export interface It {\n  /** Refers to what is not in its schema: "#/$defs/constructor" */\n  a?: unknown;\n}\n',
    ],
  ])('are written for %s', (json, text) => {
    expect(write(json)).toBe(text);
  });

  test('that lead only to themselves become unknown and compile', () => {
    const text = write(`{ "properties": { "a": { "$ref": "#/$defs/A" } }, "$defs": {
      "A": { "anyOf": [{ "$ref": "#/$defs/B" }, { "type": "string" }] }, "B": { "allOf": [{ "$ref": "#/$defs/A" }] } } }`);

    expect(text).toContain('/** Defined only by itself */\nexport type A = unknown;');
    expect(problemsIn({ 'it.mts': text })).toEqual([]);
  });

  test('that recur through arrays and objects are kept', () => {
    const text = write(`{ "$ref": "#/$defs/Json", "$defs": { "Json": { "anyOf": [{ "type": ["string", "null"] },
      { "type": "array", "items": { "$ref": "#/$defs/Json" } },
      { "type": "object", "additionalProperties": { "$ref": "#/$defs/Json" } }] } } }`);

    expect(text).toContain('export type Json = string | null | Json[] | { [key: string]: Json };');
    expect(problemsIn({ 'it.mts': text })).toEqual([]);
  });

  test('are followed through hundreds of definitions', () => {
    const definitions = Array.from({ length: 400 }, (_, at) => [
      `T${at}`,
      { properties: { next: { $ref: `#/$defs/T${at + 1}` } } },
    ]);
    const text = write(
      JSON.stringify({ $ref: '#/$defs/T0', $defs: { ...Object.fromEntries(definitions), T400: { type: 'string' } } }),
    );

    expect(text).toContain('export interface T399 {\n  next?: T400;\n}');
    expect(text).toContain('export type T400 = string;');
  });

  test('do not declare two types with the same name', () => {
    const text =
      write(`{ "properties": { "a": { "$ref": "#/$defs/It" }, "b": { "$ref": "#/definitions/It" }, "p": { "$ref": "#/$defs/Promise" } },
      "$defs": { "It": { "type": "string" }, "Promise": { "type": "number" } }, "definitions": { "It": { "type": "number" } } }`);

    expect(text).toContain('a?: ItIt;\n  b?: ItIt_2;\n  p?: ItPromise;');
    expect(problemsIn({ 'it.mts': text })).toEqual([]);
  });
});

describe('comments', () => {
  test('contain the description, the limits, the default and the examples', () => {
    const text =
      write(`{ "type": "object", "properties": { "max_days": { "title": "Max Days", "description": "How many.\\r\\n\\r\\n\\r\\nAt most.",
      "type": "integer", "minimum": 1, "default": 3, "examples": [1, { "b": 1, "a": 2 }], "deprecated": true } } }`);

    expect(text).toBe(
      [
        'export interface It {',
        '  /**',
        '   * How many.',
        '   *',
        '   * At most.',
        '   * @integer',
        '   * @minimum 1',
        '   * @default 3',
        '   * @example 1',
        '   * @example {"a":2,"b":1}',
        '   * @deprecated',
        '   */',
        '  max_days?: number;',
        '}\n',
      ].join('\n'),
    );
  });

  test.each([
    ['a title that only repeats the name', { title: 'It' }, ''],
    ['a title that says more', { title: 'The city' }, '/** The city */'],
    ['items', { items: { type: 'string', description: 'A tag.', maxLength: 9 } }, '/** Items: A tag. (maxLength 9) */'],
    ['documented values', { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] }, '/** - "a": First */'],
    [
      'what no type can say',
      { type: 'string', not: { const: 'x' } },
      '/** Limited further than its type says: not {"const":"x"} */',
    ],
    ['the end of a comment', { description: 'a */ b *\u202e/ c' }, '/** a *\\/ b *\\/ c */'],
    ['what speaks to the compiler', { description: '@ts-expect-error' }, '/** \\@ts-expect-error */'],
    ['what does not show', { description: '\u0000a\u200b\u202eb\ud800' }, '/** ab\ufffd */'],
  ])('are written correctly for %s', (_what, schema, comment) => {
    const text = schemaToTypeScript({ type: 'object', properties: { it: schema } }, 'Thing');

    expect(text.split('\n').slice(1, -3).join('\n').trim()).toBe(comment);
    expect(problemsIn({ 'it.mts': text })).toEqual([]);
  });
});

test('a schema that is nested too deeply is cut off', () => {
  const deep = `${'{"items":'.repeat(2000)}{}${'}'.repeat(2000)}`;

  expect(write(deep)).toMatch(/^\/\*\* Nested too deep to be shown \*\/\nexport type It = unknown(\[\]){60};\n$/);
});
