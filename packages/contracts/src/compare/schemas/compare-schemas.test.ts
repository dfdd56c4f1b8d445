import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgeSchemas, type Direction } from '../judge-schema-changes.js';
import { changeLevels, type ChangeLevel, type ManifestChange } from '../changes/manifest-change.js';
import { compareSchemas } from './compare-schemas.js';
import { arrayPairs } from './pairs/array-pairs.test-support.js';
import { documentationPairs } from './pairs/documentation-pairs.test-support.js';
import { objectPairs } from './pairs/object-pairs.test-support.js';
import { scalarPairs } from './pairs/scalar-pairs.test-support.js';
import type { SchemaPair } from './pairs/schema-pair.test-support.js';
import { unionPairs } from './pairs/union-pairs.test-support.js';
import { schemaPairs, schemas } from './random-schemas.test-support.js';
import type { Schema } from '../../schema/schema.js';
import { gainsValues, losesValues } from './schema-change.js';
import { valuesOfSchema } from './schema-values.test-support.js';

const pairs: readonly SchemaPair[] = [
  ...scalarPairs,
  ...arrayPairs,
  ...objectPairs,
  ...unionPairs,
  ...documentationPairs,
];
const valuesPerPair = 40;

function judge(before: Schema, after: Schema, direction: Direction): ManifestChange[] {
  return judgeSchemas({ before, after }, 'tool "t"', direction);
}

function gravest(changes: readonly ManifestChange[]): ChangeLevel | 'none' {
  return changeLevels.find((level) => changes.some((change) => change.level === level)) ?? 'none';
}

// One instance for all tests, as the first schema compiles the meta-schema. It stores none by id, so schemas may share one.
const ajv = new Ajv2020({
  strict: false,
  validateFormats: false,
  ownProperties: true,
  addUsedSchema: false,
  code: { optimize: false },
});

function validatorOf(schema: Schema): ValidateFunction | undefined {
  try {
    return ajv.compile(schema);
  } catch {
    // A schema that no validator accepts, such as one with a dangling reference, has no values to check.
    return undefined;
  }
}

/** Converts as the wire does: objects without a prototype get one. */
function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Returns values of `from` that `to` refuses; empty when it accepts all. */
function refused(from: Schema, to: Schema, count: number): unknown[] {
  const values = valuesOfSchema(from);
  const [isOfFrom, isOfTo] = [validatorOf(from), validatorOf(to)];
  if (!values || !isOfFrom || !isOfTo) return [];
  const sample = fc.sample(values, { numRuns: count, seed: 7 }).map(asJson);
  return sample.filter((value) => isOfFrom(value) && !isOfTo(value));
}

test('there are at least 100 pairs, each with a unique name', () => {
  expect(pairs.length).toBeGreaterThanOrEqual(100);
  expect(new Set(pairs.map(([name]) => name)).size).toBe(pairs.length);
});

describe.each(pairs)('%s', (_name, before, after, input, output, path) => {
  test('has the expected levels as input and as output', () => {
    const [sent, got] = [judge(before, after, 'input'), judge(before, after, 'output')];

    expect({ input: gravest(sent), output: gravest(got) }).toEqual({ input, output });
    const gravestOfAll = sent.filter(({ level }) => level === input);
    if (input !== 'none') expect(gravestOfAll.map((change) => change.path)).toContain(`input${path}`);
  });

  test('agrees with sample values', () => {
    const changes = compareSchemas({ before, after }, 'input');

    if (!losesValues(changes)) expect(refused(before, after, valuesPerPair)).toEqual([]);
    if (!gainsValues(changes)) expect(refused(after, before, valuesPerPair)).toEqual([]);
  });

  test('swaps lost and gained values when reversed', () => {
    const [there, back] = [
      compareSchemas({ before, after }, 'input'),
      compareSchemas({ before: after, after: before }, 'input'),
    ];

    expect([losesValues(back), gainsValues(back)]).toEqual([gainsValues(there), losesValues(there)]);
  });

  test('has no changes between a schema and itself', () => {
    expect([judge(before, before, 'input'), judge(after, after, 'output')]).toEqual([[], []]);
  });
});

test.each([
  ['closed', { type: 'object', additionalProperties: false }, 'breaking', 'clients may get what they do not know'],
  ['open', { type: 'object' }, 'minor', 'clients may read it'],
])('the message for a new member of a result that is %s matches its level', (_what, before, level, words) => {
  const after = { ...before, properties: { city: { type: 'string' } } };

  const [change] = judge(before, after, 'output');

  expect(change).toMatchObject({ level, kind: 'property-added', says: expect.stringContaining(words) });
});

describe('arbitrary schemas', () => {
  test('lose or gain no values unless that is reported', () => {
    const seen = { kept: 0, notGained: 0, changed: 0 };

    fc.assert(
      fc.property(schemaPairs, ([before, after]) => {
        const changes = compareSchemas({ before, after }, 'input');
        if (!losesValues(changes)) {
          expect(refused(before, after, 20)).toEqual([]);
          seen.kept += 1;
        }
        if (!gainsValues(changes)) {
          expect(refused(after, before, 20)).toEqual([]);
          seen.notGained += 1;
        }
        if (losesValues(changes) && gainsValues(changes)) seen.changed += 1;
      }),
      { numRuns: 250 },
    );

    expect(seen.kept).toBeGreaterThan(25);
    expect(seen.notGained).toBeGreaterThan(25);
    expect(seen.changed).toBeGreaterThan(25);
  });

  test('do not differ from an equal copy', () => {
    fc.assert(
      fc.property(schemas, (schema) => {
        expect(compareSchemas({ before: schema, after: structuredClone(schema) }, 'input')).toEqual([]);
      }),
    );
  });

  test('with deeply nested unions are compared in time', () => {
    const levels = Array.from({ length: 14 }, (_, level) => level);
    const deep = (leaf: object): Schema => {
      const inner = (at: number): object => (at === 0 ? leaf : { $ref: `#/$defs/L${at - 1}` });
      const member = (name: string, level: number): object => ({
        type: 'object',
        properties: { [name]: inner(level), next: inner(level) },
        required: ['next'],
      });
      const unionAt = (it: number): object => ({ anyOf: ['a', 'b', 'c'].map((name) => member(name, it)) });
      return {
        $ref: '#/$defs/L13',
        $defs: Object.fromEntries(levels.map((it: number) => [`L${it}`, unionAt(it)])),
      } as Schema;
    };

    const changes = compareSchemas({ before: deep({ type: 'string' }), after: deep({ type: 'number' }) }, 'input');

    expect(losesValues(changes) && gainsValues(changes)).toBe(true);
  }, 20_000);
});
