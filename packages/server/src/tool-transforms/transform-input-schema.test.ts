import type { JsonObject } from '@sigil/core';
import { describe, expect, test } from 'vitest';
import { readArgumentRules } from './argument-rules.js';
import { transformInputSchema } from './transform-input-schema.js';

/** Reads the rules as a configuration has them, and applies them. */
function transformed(schema: JsonObject, rules: JsonObject): JsonObject {
  const problems: string[] = [];
  const read = readArgumentRules(rules, { where: 'tool', problems });
  expect(problems).toEqual([]);
  return transformInputSchema(schema, read);
}

const text = { type: 'string' };

describe('a hidden argument', () => {
  test('leaves the properties and is not required', () => {
    const schema = { type: 'object', properties: { repo: text, q: text }, required: ['repo', 'q'] };

    expect(transformed(schema, { repo: { constant: 'acme/site' } })).toEqual({
      type: 'object',
      properties: { q: text },
      required: ['q'],
    });
  });

  test('makes those required that depend on it, since it is always sent', () => {
    const schema = {
      type: 'object',
      properties: { repo: text, owner: text, branch: text },
      dependentRequired: { repo: ['owner'], branch: ['repo'] },
      dependentSchemas: { repo: { properties: { branch: { minLength: 1 } } } },
    };

    expect(transformed(schema, { repo: { constant: 'site' } })).toEqual({
      type: 'object',
      properties: { owner: text, branch: text },
      required: ['owner'],
      allOf: [{ properties: { branch: { minLength: 1 } } }],
    });
  });

  test('excludes the alternatives that its constant does not fit', () => {
    const schema = {
      type: 'object',
      oneOf: [
        { properties: { kind: { const: 'issue' }, number: text }, required: ['kind', 'number'] },
        { properties: { kind: { const: 'commit' }, sha: text }, required: ['kind', 'sha'] },
      ],
    };

    expect(transformed(schema, { kind: { constant: 'commit' } })).toEqual({
      type: 'object',
      oneOf: [{ properties: { sha: text }, required: ['sha'] }],
    });
  });

  test('decides a condition on it', () => {
    const schema = JSON.parse(`{
      "type": "object",
      "properties": { "kind": { "enum": ["a", "b"] }, "size": { "type": "string" } },
      "if": { "properties": { "kind": { "const": "a" } } },
      "then": { "required": ["size"] },
      "else": { "properties": { "size": false } }
    }`) as JsonObject;

    expect(transformed(schema, { kind: { constant: 'b' } })).toEqual({
      type: 'object',
      properties: { size: text },
      allOf: [{ properties: { size: false } }],
    });
  });

  test('takes the definitions along that nothing else refers to', () => {
    const schema = {
      type: 'object',
      properties: { secret: { $ref: '#/$defs/Secret' }, q: { $ref: '#/$defs/Query' } },
      $defs: { Secret: text, Query: { $ref: '#/$defs/Word' }, Word: text },
    };

    expect(transformed(schema, { secret: { constant: 'x' } })).toEqual({
      type: 'object',
      properties: { q: { $ref: '#/$defs/Query' } },
      $defs: { Query: { $ref: '#/$defs/Word' }, Word: text },
    });
  });

  test('leaves a copy for references to it', () => {
    const schema = {
      type: 'object',
      properties: { from: { type: 'string', minLength: 3 }, to: { $ref: '#/properties/from' } },
    };

    expect(transformed(schema, { from: { constant: 'here' } })).toEqual({
      type: 'object',
      properties: { to: { $ref: '#/$defs/from' } },
      $defs: { from: { type: 'string', minLength: 3 } },
    });
  });

  test('inside of an object makes the object optional once nothing in it is required', () => {
    const filter = { type: 'object', properties: { owner: text, label: text }, required: ['owner'] };
    const schema = { type: 'object', properties: { filter }, required: ['filter'] };

    expect(transformed(schema, { '/filter/owner': { constant: 'acme' } })).toEqual({
      type: 'object',
      properties: { filter: { type: 'object', properties: { label: text } } },
    });
  });

  test.each<[string, JsonObject]>([
    ['alternatives that all require something', { anyOf: [{ properties: { x: text }, required: ['x'] }] }],
    ['a part that requires something', { allOf: [{ properties: { x: text }, required: ['x'] }] }],
    ['a least number of members', { additionalProperties: true, minProperties: 2 }],
  ])('inside of an object leaves it required if it has %s', (_what, more) => {
    const v = { type: 'object', properties: { kind: text }, ...more };
    const schema = { type: 'object', properties: { v }, required: ['v'] };

    expect(transformed(schema, { '/v/kind': { constant: 'x' } })).toMatchObject({ required: ['v'] });
  });

  test('inside of a shared definition changes a copy', () => {
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/Filter' }, b: { $ref: '#/$defs/Filter' } },
      $defs: { Filter: { type: 'object', properties: { owner: text, label: text } } },
    };

    expect(transformed(schema, { '/a/owner': { constant: 'acme' } })).toEqual({
      type: 'object',
      properties: { a: { type: 'object', properties: { label: text } }, b: { $ref: '#/$defs/Filter' } },
      $defs: schema.$defs,
    });
  });

  test('may be null', () => {
    const schema = { type: 'object', properties: { after: { type: ['string', 'null'] } }, required: ['after'] };

    expect(transformed(schema, { after: { constant: null } })).toEqual({ type: 'object', properties: {} });
  });
});

describe('a renamed argument', () => {
  test('is renamed wherever the schema names it', () => {
    const schema = {
      type: 'object',
      properties: { q: text, n: { type: 'integer' } },
      required: ['q'],
      dependentRequired: { q: ['n'], n: ['q'] },
      anyOf: [{ required: ['q'] }, { properties: { n: { minimum: 1 } } }],
      not: { required: ['q', 'n'] },
    };

    expect(transformed(schema, { q: { name: 'query', description: 'The words to find' } })).toEqual({
      type: 'object',
      properties: { query: { type: 'string', description: 'The words to find' }, n: { type: 'integer' } },
      required: ['query'],
      dependentRequired: { query: ['n'], n: ['query'] },
      anyOf: [{ required: ['query'] }, { properties: { n: { minimum: 1 } } }],
      not: { required: ['query', 'n'] },
    });
  });

  test('may swap its name with another', () => {
    const schema = { type: 'object', properties: { a: text, b: { type: 'number' } }, required: ['a'] };

    expect(transformed(schema, { a: { name: 'b' }, b: { name: 'a' } })).toEqual({
      type: 'object',
      properties: { b: text, a: { type: 'number' } },
      required: ['b'],
    });
  });

  test('cannot take the name of another', () => {
    const schema = { type: 'object', properties: { a: text, b: text } };

    expect(() => transformed(schema, { a: { name: 'b' } })).toThrow('two arguments would be called "b"');
  });

  test('may take the name of a hidden one', () => {
    const schema = { type: 'object', properties: { a: text, b: text } };

    expect(transformed(schema, { a: { name: 'b' }, b: { constant: 'x' } })).toEqual({
      type: 'object',
      properties: { b: text },
    });
  });

  test('is found through a reference of the whole schema', () => {
    const schema = { $ref: '#/$defs/Input', $defs: { Input: { type: 'object', properties: { q: text } } } };

    expect(transformed(schema, { q: { name: 'query' } })).toEqual({ type: 'object', properties: { query: text } });
  });

  test('keeps recursive schemas whole', () => {
    const schema = {
      type: 'object',
      properties: { q: text, child: { $ref: '#' } },
    };

    expect(transformed(schema, { q: { name: 'query' } })).toEqual({
      type: 'object',
      properties: { query: text, child: { $ref: '#/$defs/whole' } },
      $defs: { whole: { type: 'object', properties: { q: text, child: { $ref: '#/$defs/whole' } } } },
    });
  });
});

describe('a default', () => {
  test('is written into the schema, and the argument is no longer required', () => {
    const schema = { type: 'object', properties: { limit: { type: 'integer' } }, required: ['limit'] };

    expect(transformed(schema, { limit: { default: 20 } })).toEqual({
      type: 'object',
      properties: { limit: { type: 'integer', default: 20 } },
    });
  });
});

describe('rules that do not fit', () => {
  const schema = {
    type: 'object',
    properties: {
      query: text,
      sort: { enum: ['new', 'old'] },
      filter: { type: 'object', properties: { owner: text } },
    },
  };

  test.each([
    [{ queri: { constant: 'x' } }, 'arguments.queri: the tool has no such argument. Did you mean "query"?'],
    [
      { '/filter/ownr': { constant: 'x' } },
      'arguments./filter/ownr: the tool has no such argument. Did you mean "owner"?',
    ],
    [{ query: { constant: 7 } }, 'arguments.query: "constant" must be string, as the schema of the tool says'],
    [
      { sort: { default: 'ol' } },
      'arguments.sort: "default" must be one of "new", "old", as the schema of the tool says',
    ],
  ])('%j are named with the reason', (rules, message) => {
    expect(() => transformed(schema, rules)).toThrow(message);
  });
});
