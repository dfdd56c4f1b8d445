import { expect, test } from 'vitest';
import type { JsonObject } from '@sigil/core';
import { findSavings } from './find-savings.js';

/** One token for each word and sign. */
const count = (text: string): number => text.match(/\w+|[^\w\s]/g)?.length ?? 0;
const object = { type: 'object' } as const;
const findIn = (properties: JsonObject, outputSchema?: JsonObject) =>
  findSavings({ name: 'a', inputSchema: { ...object, properties }, outputSchema }, count);

const address = {
  ...object,
  properties: { street: { type: 'string' }, city: { type: 'string' }, country: { type: 'string' } },
  required: ['street', 'city', 'country'],
};

test('a short definition has nothing to save', () => {
  expect(findIn({ city: { type: 'string', description: 'The city.' }, from: address })).toEqual([]);
});

test('equal schemas could be one shared definition, whose parts are not counted again', () => {
  const [saving, ...others] = findIn({ from: address, to: address, via: { type: 'array', items: address } });

  expect(saving).toMatchObject({
    kind: 'shared-definition',
    says: expect.stringContaining('the schema of "from", "to" and "via[]" is written 3 times'),
    tokens: 2 * count(JSON.stringify(address)) - 27,
  });
  expect(others).toEqual([]);
});

test('a description that several parameters have could be said once', () => {
  const description = 'A time in the form of ISO 8601, with its offset from UTC, such as 2026-11-28T10:00:00+01:00.';

  expect(findIn({ from: { type: 'string', description }, to: { type: 'string', format: 'x', description } })).toEqual([
    {
      kind: 'repeated-description',
      says: 'the description of "from" and "to" is the same: say it once, for the tool or the type',
      tokens: count(description),
    },
  ]);
});

test('a long enumeration could be a string', () => {
  const values = Array.from({ length: 26 }, (_, at) => `value${at}`);

  expect(findIn({ zone: { enum: values }, short: { enum: values.slice(1) } })).toEqual([
    {
      kind: 'long-enum',
      says: '"zone" has 26 values: take a string with examples, and refuse others with the nearest ones',
      tokens: count(JSON.stringify(values)),
    },
  ]);
});

test('an output schema is a saving for clients that send it', () => {
  expect(findIn({}, address)).toMatchObject([
    { kind: 'output-schema', tokens: count(JSON.stringify({ outputSchema: address })) },
  ]);
});

test('the greatest saving comes first', () => {
  const values = Array.from({ length: 100 }, (_, at) => `value${at}`);
  const tokens = findIn({ zone: { enum: values } }, address).map((saving) => saving.tokens);

  expect(tokens).toEqual([...tokens].sort((a, b) => b - a));
  expect(tokens).toHaveLength(2);
});

test('schemas that are none, and deep ones, are passed over', () => {
  let deep: JsonObject = { type: 'string' };
  for (let depth = 0; depth < 2_000; depth++) deep = { anyOf: [deep] };

  expect(findIn({ a: true, b: { items: 5, enum: 'x' }, deep })).toEqual([]);
});
