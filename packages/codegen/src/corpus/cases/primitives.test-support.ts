/**
 * Primitives, literals and types that accept anything.
 */
import {
  anyOf,
  array,
  boolean,
  number,
  numbers,
  object,
  string,
  strings,
  type CaseGroup,
} from '../type-case.test-support.js';

export const primitives: CaseGroup = {
  name: 'primitives',
  types: [
    { name: 'string', type: 'string', schema: string },
    { name: 'number', type: 'number', schema: number },
    { name: 'boolean', type: 'boolean', schema: boolean },
    { name: 'null', type: 'null', schema: { type: 'null' } },
    { name: 'string or null', type: 'string | null', schema: { type: ['string', 'null'] } },
    { name: 'null or number', type: 'null | number', schema: { type: ['number', 'null'] } },
    { name: 'boolean or null', type: 'boolean | null', schema: { type: ['boolean', 'null'] } },
    { name: 'alias of a primitive', type: 'City', declarations: 'type City = string;', schema: string },
    { name: 'alias of an alias', type: 'A', declarations: 'type A = B; type B = C; type C = number;', schema: number },
    { name: 'undefined makes optional', type: 'string | undefined', schema: string, isOptional: true },
    { name: 'void makes optional', type: 'number | void', schema: number, isOptional: true },
    {
      name: 'undefined and null',
      type: 'string | null | undefined',
      schema: { type: ['string', 'null'] },
      isOptional: true,
    },
  ],
};

export const literals: CaseGroup = {
  name: 'literals',
  types: [
    { name: 'one string', type: "'a'", schema: strings('a') },
    { name: 'the empty string', type: "''", schema: strings('') },
    { name: 'one number', type: '42', schema: numbers(42) },
    { name: 'a negative number', type: '-1', schema: numbers(-1) },
    { name: 'a fraction', type: '0.5 | -2.25', schema: numbers(0.5, -2.25) },
    { name: 'a hexadecimal number', type: '0x10', schema: numbers(16) },
    { name: 'a number beyond the exact integers', type: '1e21', schema: numbers(1e21) },
    { name: 'a number with separators', type: '1_000_000', schema: numbers(1_000_000) },
    { name: 'true', type: 'true', schema: { type: 'boolean', const: true } },
    { name: 'false', type: 'false', schema: { type: 'boolean', const: false } },
    { name: 'strings in the order of the source', type: "'z' | 'a' | 'm'", schema: strings('z', 'a', 'm') },
    { name: 'numbers in the order of the source', type: '3 | 1 | 2', schema: numbers(3, 1, 2) },
    {
      name: 'quotes and line breaks',
      type: String.raw`'"' | '\n' | '\\' | '\u2028'`,
      schema: strings('"', '\n', '\\', '\u2028'),
    },
    { name: 'other scripts', type: "'größer' | '東京' | '👍'", schema: strings('größer', '東京', '👍') },
    { name: 'strings and numbers', type: "'auto' | 1 | 2", schema: { enum: ['auto', 1, 2] } },
    {
      name: 'strings and null',
      type: "'a' | 'b' | null",
      schema: { type: ['string', 'null'], enum: ['a', 'b', null] },
    },
    { name: 'one string or null', type: "null | 'a'", schema: { type: ['string', 'null'], enum: [null, 'a'] } },
    { name: 'numbers, true and null', type: '1 | true | null', schema: { enum: [1, true, null] } },
    { name: 'optional strings', type: "'a' | 'b' | undefined", schema: strings('a', 'b'), isOptional: true },
    { name: 'a literal that a string covers', type: "string | 'a'", schema: string },
    { name: 'both booleans', type: 'true | false', schema: boolean },
    { name: 'boolean or a word', type: "boolean | 'auto'", schema: anyOf(boolean, strings('auto')) },
    { name: 'number or a word', type: "number | 'auto'", schema: anyOf(number, strings('auto')) },
    {
      name: 'words around a number',
      type: "'min' | number | 'max'",
      schema: anyOf(strings('min', 'max'), number),
    },
    {
      name: 'named literals used twice stay where they are',
      type: '{ a: Size; b: Size; c: Size[] }',
      declarations: "type Size = 'small' | 'large';",
      schema: object({
        a: strings('small', 'large'),
        b: strings('small', 'large'),
        c: array(strings('small', 'large')),
      }),
    },
    {
      name: 'literals of two aliases',
      type: 'Warm | Cold',
      declarations: "type Cold = 'blue' | 'green'; type Warm = 'red' | 'amber';",
      schema: strings('red', 'amber', 'blue', 'green'),
    },
  ],
};

export const anything: CaseGroup = {
  name: 'anything',
  types: [
    { name: 'unknown', type: 'unknown', schema: {} },
    { name: 'unknown in an object', type: '{ a: unknown; b?: unknown }', schema: object({ a: {}, 'b?': {} }) },
    { name: 'array of unknown', type: 'unknown[]', schema: array({}) },
    { name: 'record of unknown', type: 'Record<string, unknown>', schema: { type: 'object' } },
    {
      name: 'JsonValue',
      type: 'JsonValue',
      declarations: "import type { JsonValue } from '@sigil/core';",
      schema: {},
    },
    {
      name: 'JsonObject',
      type: 'JsonObject',
      declarations: "import type { JsonObject } from '@sigil/core';",
      schema: { type: 'object' },
    },
    {
      name: 'array of JsonValue',
      type: 'JsonValue[]',
      declarations: "import type { JsonValue } from '@sigil/core';",
      schema: array({}),
    },
    {
      name: 'a JsonValue of the author',
      type: 'JsonValue',
      declarations: 'type JsonValue = string | JsonObject; interface JsonObject { a: number }',
      schema: anyOf(string, object({ a: number })),
    },
    {
      name: 'a member beside unknown ones',
      type: '{ id: string; [key: string]: unknown }',
      schema: { ...object({ id: string }), additionalProperties: {} },
    },
  ],
};
