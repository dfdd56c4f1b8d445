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
  [{ type: 'array', items: { enum: ['S', 'M'] } }, 'it: ("S" | "M")[]'],
  [{ type: 'array', items: { enum: ['S'] } }, 'it: "S"[]'],
  [{ type: 'array', items: { type: ['string', 'null'] } }, 'it: (string | null)[]'],
  [
    { type: 'array', items: { type: 'array', items: { anyOf: [{ const: 1 }, { $ref: '#/$defs/A' }] } } },
    'it: (1 | A)[][]',
  ],
  [{ type: ['array', 'null'], items: { enum: ['S', 'M'] } }, 'it: ("S" | "M")[] | null'],
  [{ anyOf: [{ type: 'array', items: { type: 'string' } }, { enum: ['S', 'M'] }] }, 'it: string[] | "S" | "M"'],
  [
    { type: 'array', prefixItems: [{ type: 'string' }, { enum: [1, 2] }], minItems: 1, items: false },
    'it: [string, (1 | 2)?]',
  ],
  [
    { type: 'array', prefixItems: [{ type: 'string' }], minItems: 1, items: { enum: [1, 2] } },
    'it: [string, ...(1 | 2)[]]',
  ],
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
