/**
 * The JSON Schema of schemas of the real libraries, compared with the values that these accept.
 */
import * as valibotConverter from '@valibot/to-json-schema';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import * as z3 from 'zod-3';
import * as zod3Converter from 'zod-to-json-schema';
import { describe, expect, test } from 'vitest';
import { plainSchema } from '../plain-schema.js';
import { describeSchema, type Converters } from './describe-schema.js';
import type { DescribedSchema } from './evaluation-events.js';

// Sound: these are the functions that the converters of a bundle have too.
const converters = {
  zod3: () => Promise.resolve(zod3Converter),
  valibot: () => Promise.resolve(valibotConverter),
} as unknown as Converters;

interface Case {
  readonly name: string;
  readonly schema: { readonly '~standard': { readonly validate: (value: unknown) => unknown } };
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
  /** Notes on parts that JSON Schema cannot say, so that it accepts the bad values. */
  readonly notes?: readonly string[];
}

async function describeInput(schema: object): Promise<DescribedSchema> {
  return describeSchema(schema, 'input', converters);
}

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

/** Returns a check by the JSON Schema alone; expressions that are not Unicode are an error, as in other validators. */
function checkBy({ schema }: DescribedSchema): (value: unknown) => boolean {
  return ajv.compile(plainSchema(schema));
}

async function accepts({ schema }: Case, value: unknown): Promise<boolean> {
  const result = (await schema['~standard'].validate(value)) as { readonly issues?: unknown };
  return result.issues === undefined;
}

/** As authors write it, though linters complain. */
const uselesslyEscaped = new RegExp(String.raw`^[\w\-\_]+\@\w+$`);

const cases: readonly Case[] = [
  ...[
    { name: 'zod 4', text: () => z.string() },
    { name: 'zod 3', text: () => z3.z.string() },
  ].flatMap(({ name, text }): Case[] => [
    { name: `${name}: both cases`, schema: text().regex(/^[a-c]x$/i), good: ['ax', 'BX'], bad: ['dx'] },
    { name: `${name}: two patterns`, schema: text().regex(/^a/i).regex(/b$/), good: ['ab', 'Ab'], bad: ['aB', 'b'] },
    { name: `${name}: escapes`, schema: text().regex(uselesslyEscaped), good: ['a-b@c'], bad: ['a b@c'] },
    {
      name: `${name}: several lines`,
      schema: text().regex(/^a$/m),
      good: ['b\na'],
      bad: ['b'],
      notes: ['a pattern'],
    },
    { name: `${name}: a beginning`, schema: text().startsWith('http://w.'), good: ['http://w.x'], bad: ['http://Wx.'] },
    {
      name: `${name}: an end and a part`,
      schema: text().includes('W').endsWith('.'),
      good: ['aW.'],
      bad: ['a1.', 'W'],
    },
  ]),
  { name: 'zod 3: a time', schema: z3.z.string().time(), good: ['03:04:05', '03:04:05.5'], bad: ['3', '03:04:05Z'] },
  {
    name: 'zod 3: a time in UTC',
    schema: z3.z.string().datetime(),
    good: ['2026-01-02T03:04:05Z'],
    bad: ['2026-01-02T03:04:05+02:00', '2026-01-02'],
  },
  {
    name: 'zod 3: a local time',
    schema: z3.z.string().datetime({ local: true }),
    good: ['2026-01-02T03:04:05', '2026-01-02T03:04:05Z'],
    bad: ['2026-01-02', '2026-01-02T03:04:05+02:00'],
  },
  {
    name: 'zod 3: a piped schema',
    schema: z3.z.string().pipe(z3.z.string().min(3)),
    good: ['abc'],
    bad: ['a'],
    notes: ['a piped schema'],
  },
  {
    name: 'zod 4: a piped schema',
    schema: z.string().pipe(z.coerce.date()),
    good: ['2026-01-02'],
    bad: ['a'],
    notes: ['a piped schema'],
  },
  {
    name: 'zod 4: a scheme',
    schema: z.url({ protocol: /^https$/ }),
    good: ['https://a.b'],
    bad: ['http://a.b'],
    notes: ['a limit'],
  },
  {
    name: 'zod 4: a date within limits',
    schema: z.coerce.date().min(new Date('2026-01-02')),
    good: ['2026-01-03T00:00:00Z'],
    bad: ['2025-01-03T00:00:00Z'],
    notes: ['coercion', 'a limit'],
  },
  {
    name: 'zod 4: a property',
    schema: z.array(z.string()).check(z.property('length', z.number().min(1))),
    good: [['a']],
    bad: [[]],
    notes: ['a limit'],
  },
  {
    name: 'zod 4: a branch without JSON',
    schema: z.union([z.string(), z.date()]),
    good: ['a'],
    bad: [5],
    notes: ['a branch that JSON has no value for'],
  },
  {
    name: 'valibot: required members',
    schema: v.required(v.object({ a: v.optional(v.string()) })),
    good: [{ a: 'x' }],
    bad: [{}, { a: 5 }],
  },
  { name: 'valibot: not null', schema: v.nonNullable(v.nullable(v.string())), good: ['a'], bad: [null, 5] },
  {
    name: 'valibot: not nullish',
    schema: v.nonNullish(v.nullish(v.array(v.string()))),
    good: [['a']],
    bad: [null, 'a'],
  },
  { name: 'valibot: both cases', schema: v.pipe(v.string(), v.regex(/^[a-c]x$/i)), good: ['BX'], bad: ['dx'] },
  {
    name: 'valibot: several patterns',
    schema: v.pipe(v.string(), v.startsWith('a.'), v.regex(/b/i), v.endsWith('c')),
    good: ['a.Bc'],
    bad: ['axbc', 'a.c', 'a.b'],
  },
  {
    name: 'valibot: a pattern that has none without flags',
    schema: v.pipe(v.string(), v.regex(/^a/), v.regex(/b$/m)),
    good: ['ab\nc'],
    bad: ['a'],
    notes: ['a limit'],
  },
  { name: 'valibot: an address', schema: v.pipe(v.string(), v.ip()), good: ['1.2.3.4', '::1'], bad: ['1.2'] },
  { name: 'valibot: a time', schema: v.pipe(v.string(), v.isoTime()), good: ['03:04'], bad: ['03:04:05Z'] },
  {
    name: 'valibot: a local time',
    schema: v.pipe(v.string(), v.isoDateTime()),
    good: ['2026-01-02T03:04'],
    bad: ['2026-01-02T03:04:05Z'],
  },
  {
    name: 'valibot: words',
    schema: v.pipe(v.string(), v.maxWords('en', 1)),
    good: ['a'],
    bad: ['a b'],
    notes: ['a limit'],
  },
  {
    name: 'valibot: a piped schema',
    schema: v.pipe(v.string(), v.picklist(['a'])),
    good: ['a'],
    bad: ['b'],
    notes: ['a piped schema'],
  },
  { name: 'valibot: a brand', schema: v.pipe(v.string(), v.brand('Id'), v.readonly()), good: ['a'], bad: [5] },
  {
    name: 'valibot: a guard',
    schema: v.pipe(
      v.string(),
      v.guard((text): text is 'a' => text === 'a'),
    ),
    good: ['a'],
    bad: ['b'],
    notes: ['a refinement'],
  },
  { name: 'ArkType: both cases', schema: type(/^[a-c]x$/i), good: ['BX'], bad: ['dx'] },
  { name: 'ArkType: two patterns', schema: type('/^a/ & /b$/'), good: ['ab'], bad: ['a', 'b'] },
  { name: 'ArkType: several lines', schema: type(/^a$/m), good: ['b\na'], bad: ['b'], notes: ['a pattern'] },
  { name: 'ArkType: never', schema: type({ 'a?': 'never' }), good: [{}], bad: [{ a: 1 }] },
  {
    name: 'ArkType: or undefined',
    schema: type('string | undefined'),
    good: ['a'],
    bad: [5, null],
    notes: ['a branch that JSON has no value for'],
  },
];

describe('a schema in JSON', () => {
  test.each(cases)('accepts what the library accepts, and notes what else: $name', async (one) => {
    const described = await describeInput(one.schema);
    const check = checkBy(described);

    for (const value of one.good) expect([value, await accepts(one, value), check(value)]).toEqual([value, true, true]);
    const isWider = one.notes !== undefined && !one.notes.includes('a branch that JSON has no value for');
    for (const value of one.bad)
      expect([value, await accepts(one, value), check(value)]).toEqual([value, false, isWider]);
    expect(described.notes.map(({ construct }) => construct)).toEqual(one.notes ?? []);
    expect(described.problems).toEqual([]);
  });

  test('does not say that a frozen value cannot be given', async () => {
    const { schema } = await describeInput(z.object({ a: z.array(z.string()).readonly() }));

    expect(JSON.stringify(schema)).not.toContain('readOnly');
  });

  test.each([
    ['ArkType', type('undefined'), 'undefined'],
    ['ArkType', type('number.NaN'), 'NaN'],
  ])('of %s is refused if it needs %s', async (_, schema, kind) => {
    expect((await describeInput(schema)).problems).toEqual([
      { says: `needs ${kind}, which no JSON value is`, path: '' },
    ]);
  });

  test('of Valibot is written whole for a result with a brand', async () => {
    const schema = v.pipe(v.object({ seen: v.date(), kept: v.map(v.string(), v.string()) }), v.brand('Visit'));
    const described = await describeSchema(schema, 'output', converters);

    expect(described.schema['properties']).toMatchObject({ seen: { type: 'string', format: 'date-time' } });
    expect(described.problems).toEqual([{ says: 'gives a Map, which cannot be written as JSON', path: 'kept' }]);
  });

  test('of Valibot says nothing of a result that a transform made', async () => {
    const text = v.pipe(v.string(), v.minLength(3));
    const entries = {
      size: v.pipe(
        text,
        v.transform((one) => one.length),
      ),
      flag: v.pipe(text, v.parseBoolean()),
      name: v.pipe(text, v.trim()),
      chosen: v.pipe(
        v.array(v.string()),
        v.minLength(1),
        v.filterItems((one) => one !== ''),
      ),
    };
    const { schema } = await describeSchema(v.object(entries), 'output', converters);

    expect(schema['properties']).toEqual({
      size: {},
      flag: {},
      name: { type: 'string' },
      chosen: { type: 'array', items: { type: 'string' } },
    });
  });

  test('is refused rather than left open if its converter cannot write a part of it', async () => {
    await expect(describeInput(v.object({ a: v.literal(5n) }))).rejects.toThrow(
      'has a part without JSON Schema: The value of the "literal" schema is not JSON compatible.',
    );
  });
});
