import { expect, test } from 'vitest';
import { summarizeArguments } from './summarize-schema.js';

function summarize(schema: object): string {
  return summarizeArguments({ type: 'object', properties: { it: schema }, required: ['it'] });
}

test('arguments are listed in order, and optional ones are marked', () => {
  const schema = {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer', default: 3 } },
    required: ['city'],
  };

  expect(summarizeArguments(schema)).toBe('city: string, days?: integer');
});

test.each([
  [{ enum: ['metric', 'imperial'] }, 'it: "metric" | "imperial"'],
  [{ enum: [1, 2, 3, 4, 5] }, 'it: 1 | 2 | 3 | 4 | …'],
  [{ const: 'all' }, 'it: "all"'],
  [{ type: 'array', items: { type: 'number' } }, 'it: number[]'],
  [{ type: ['string', 'null'] }, 'it: string | null'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'string' }] }, 'it: string | number'],
  [{ $ref: '#/$defs/Tree' }, 'it: Tree'],
  [{ $ref: '#' }, 'it: object'],
  [{}, 'it: any'],
])('%j is summarised as %s', (schema, expected) => {
  expect(summarize(schema)).toBe(expected);
});

test.each([{ type: 'object' }, { type: 'object', properties: {} }, { properties: null }])(
  '%j takes no arguments',
  (schema) => {
    expect(summarizeArguments(schema)).toBe('');
  },
);
