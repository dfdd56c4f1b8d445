import type { JsonObject, JsonValue } from '@sigil/core';
import { expect, test } from 'vitest';
import { compileCheck } from './check-json.js';

const schema: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2 },
    days: { type: 'integer', maximum: 14 },
    unit: { enum: ['metric', 'imperial'] },
    mode: { const: 'fast' },
    tags: { type: 'array', items: { type: ['string', 'null'] } },
    'a/b': { type: 'object' },
  },
  required: ['city'],
  additionalProperties: false,
};

test.each<[string, JsonValue, string, string, string]>([
  ['a missing argument', {}, 'city', 'given', 'nothing'],
  ['one under another name', { citi: 'Rome' }, 'city', 'given', 'nothing, only "citi"'],
  ['one of another kind', { city: 1 }, 'city', 'a string', 'a number'],
  ['one too short', { city: 'R' }, 'city', 'a string of at least 2 characters', 'a string of 1 character'],
  ['one too large', { city: 'Rome', days: 15 }, 'days', 'a number of at most 14', '15'],
  ['none of the values', { city: 'Rome', unit: 'x' }, 'unit', 'one of "metric", "imperial"', 'a string'],
  ['not the value', { city: 'Rome', mode: null }, 'mode', '"fast"', 'null'],
  ['an element of another kind', { city: 'Rome', tags: ['a', {}] }, 'tags[1]', 'a string or null', 'an object'],
  ['a name with a slash', { city: 'Rome', 'a/b': [] }, 'a/b', 'an object', 'an array'],
  ['no object at all', [], '', 'an object', 'an array'],
])(
  '%s is reported with its path and the expected and received values',
  async (_what, value, path, expected, received) => {
    const check = await compileCheck(schema);

    expect(check(value)).toEqual([{ path, expected, received }]);
  },
);

test('an argument too many is unknown, with the nearest name', async () => {
  const check = await compileCheck(schema);

  expect(check({ city: 'Rome', tugs: 'R' })).toEqual([
    { path: 'tugs', expected: 'left out', received: 'a string', unknown: 'did you mean "tags"?' },
  ]);
});

test('members that every object inherits are neither given nor left out', async () => {
  const check = await compileCheck({
    type: 'object',
    required: ['constructor'],
    properties: { toString: { type: 'string' } },
  });

  expect(check({})).toEqual([{ path: 'constructor', expected: 'given', received: 'nothing' }]);
  expect(check(JSON.parse('{"constructor":1}') as JsonObject)).toEqual([]);
});

test('a valid value has no problems, and the same schema is compiled once', async () => {
  const [first, second] = await Promise.all([compileCheck(schema), compileCheck(schema)]);

  expect(first({ city: 'Rome', days: 3 })).toEqual([]);
  expect(second).toBe(first);
});

test.each<[string, JsonObject]>([
  ['one pattern', { pattern: '^(a+)+$' }],
  [
    'patterns that must not match',
    { not: { anyOf: Array.from({ length: 50 }, (_, at) => ({ pattern: `^(a+)+${at}$` })) } },
  ],
])('a value that takes too long to check is a problem: %s', async (_what, text) => {
  const check = await compileCheck({ type: 'object', properties: { text } });

  expect(check({ text: 'b' })).toEqual('not' in text ? [] : [expect.objectContaining({ path: 'text' })]);
  expect(check({ text: `${'a'.repeat(64)}!` })).toEqual([
    { path: '', expected: 'a value that takes less than 200 ms to check against its schema', received: 'an object' },
  ]);
});

test('an invalid schema is an error', async () => {
  await expect(compileCheck({ type: 'strange' })).rejects.toThrow('schema is invalid');
});

test('a schema with an $id does not affect other schemas', async () => {
  const draft = 'https://json-schema.org/draft/2020-12/schema';
  const before = await compileCheck({ type: 'object', properties: { a: { type: 'string' } } });
  await compileCheck({ $id: draft, type: 'object' }).catch(() => undefined);
  await compileCheck({ type: 'object', $defs: { inner: { $id: 'https://example.com/inner', type: 'string' } } });

  const after = await compileCheck({
    type: 'object',
    properties: { b: { $id: 'https://example.com/inner', type: 'number' } },
  });

  expect(before({ a: 'x' })).toEqual([]);
  expect(after({ b: 1 })).toEqual([]);
  expect((await compileCheck({ $schema: draft, type: 'string' }))('x')).toEqual([]);
});

test.each([
  ['http://json-schema.org/draft-07/schema#', { items: [{ type: 'string' }, { type: 'number' }] }, ['a', 'b']],
  ['http://json-schema.org/draft-07/schema', { dependencies: { a: ['b'] } }, { a: 1 }],
  ['https://json-schema.org/draft/2019-09/schema', { items: [{ type: 'string' }] }, [1]],
  ['https://json-schema.org/draft/2020-12/schema', { prefixItems: [{ type: 'string' }] }, [1]],
])('a schema is read in its own dialect, %s', async ($schema, members, value) => {
  const problems = (await compileCheck({ $schema, ...members }))(value as JsonValue);

  expect(problems).toHaveLength(1);
});

test('a schema of an unknown dialect cannot be compiled', async () => {
  await expect(compileCheck({ $schema: 'https://example.com/schema', type: 'object' })).rejects.toThrow('example.com');
});
