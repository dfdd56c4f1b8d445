import type { JsonObject, JsonValue } from '@sigil/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inputSchemas, valuesFor } from '../targets/schemas.test-support.js';
import { problemsIn } from './compile-text.test-support.js';
import { TypePrinter } from './print-type.js';
import { literalOf } from './read-literals.js';
import { schemaToTypeScript } from './schema-to-typescript.js';

interface Case {
  readonly schema: JsonObject;
  readonly value: JsonValue;
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true, code: { optimize: false } });
const printer = new TypePrinter(() => undefined);

/** Schemas with definitions. Ajv ignores members called `__proto__`, so there are none. */
const withDefinitions = inputSchemas
  .map((schema) => JSON.parse(JSON.stringify(schema).replaceAll('__proto__', 'd')) as JsonObject)
  .chain((schema) => valuesFor(schema).map((value): Case => ({ schema, value })));

const scalar = fc.constantFrom<JsonValue>('a', 'b', 1, 2.5, true, null);
const simple = fc.oneof(
  fc.constantFrom<JsonObject>({}, { type: 'string' }, { type: 'number' }, { type: ['string', 'null'] }, { const: 'a' }),
  fc.array(scalar, { minLength: 1, maxLength: 3 }).map((values): JsonObject => ({ enum: values })),
);
const name = fc.constantFrom('a', 'b', 'x-1', 'y-z', '7');
const objects = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(name, fc.oneof(simple, fc.boolean())),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    patternProperties: fc.dictionary(fc.constantFrom('^x-', 'z$', '^[ab]'), simple, { maxKeys: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), simple),
    propertyNames: fc.constantFrom({ enum: ['a', 'b'] }, { maxLength: 1 }),
  },
  { requiredKeys: ['type'] },
);
const branches = fc.array(fc.oneof(objects, simple), { minLength: 1, maxLength: 3 });
const combined = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(name, simple),
    required: fc.uniqueArray(name, { maxLength: 1 }),
    allOf: branches,
    oneOf: branches,
    anyOf: branches,
    not: objects,
  },
  { requiredKeys: ['type'] },
);

/** Schemas that describe the same members in several combinations. */
const withCombinations = fc
  .tuple(fc.oneof(objects, combined), fc.dictionary(name, scalar, { maxKeys: 3 }))
  .map(([schema, value]) => JSON.parse(JSON.stringify({ schema, value })) as Case);

/** Writes a module that compiles if the value is of the schema's type. */
function claim({ schema, value }: Case): string {
  return `${schemaToTypeScript(schema, 'It')}
declare const value: ${printer.print(literalOf(value), '')};
export const it: It = value;
`;
}

test.each([
  ['with definitions', withDefinitions, 200],
  ['with combinations', withCombinations, 1000],
])('values that a schema %s accepts fit its type', (_kind, cases, numRuns) => {
  const accepted = fc.sample(cases, { numRuns, seed: 7 }).filter(({ schema, value }) => ajv.validate(schema, value));
  const texts = [...new Set(accepted.map(claim))];

  const problems = problemsIn(Object.fromEntries(texts.map((text, index) => [`case-${index}.mts`, text])));
  // For a type without required members, TypeScript demands at least one of its members.
  const told = problems.filter((problem) => !problem.includes('has no properties in common'));

  expect(texts.length).toBeGreaterThan(25);
  expect(told.map((problem) => `${problem}\n${texts[Number(/\d+/.exec(problem)?.[0])]}`)).toEqual([]);
});
