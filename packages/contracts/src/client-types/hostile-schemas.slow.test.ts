import type { JsonObject, JsonValue } from '@sigil/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { problemsIn } from './compile-text.test-support.js';
import { offer, tool } from './weather-offer.test-support.js';
import { writeClientModule } from './write-client-module.js';
import { writeCodeMode } from './write-code-mode.js';

const keywords =
  'type properties required additionalProperties patternProperties propertyNames items prefixItems additionalItems enum const ' +
  'anyOf oneOf allOf not if then $ref $defs definitions $id $anchor nullable description title default examples minItems maxItems';

const text = fc.oneof(
  fc.constantFrom(
    'object',
    'array',
    'string',
    'null',
    '#',
    '#/$defs/a',
    '#/properties/a',
    '#a',
    '*/',
    '`${',
    '@ts-ignore',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

/** JSON with schema keywords in valid and invalid places. */
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 5, depthSize: 'large', withCrossShrink: true },
    fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null)) as fc.Arbitrary<JsonValue>,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...keywords.split(' '), 'a', '__proto__'), text), tie('json'), {
      maxKeys: 5,
    }),
  ),
}));
const schemas = fc.dictionary(fc.constantFrom(...keywords.split(' ')), json, {
  maxKeys: 6,
}) as fc.Arbitrary<JsonObject>;

describe('arbitrary schemas from a server', () => {
  const tools = fc
    .sample(fc.tuple(text, text, schemas, schemas), { numRuns: 300, seed: 11 })
    .map(([name, description, inputSchema, outputSchema]) => tool(name, { description, inputSchema, outputSchema }));

  test('give a client module that compiles', () => {
    expect(problemsIn({ 'client.mts': writeClientModule(offer({ tools })) })).toEqual([]);
  });

  test('give code mode declarations that compile', () => {
    expect(problemsIn({ 'tools.d.ts': writeCodeMode(offer({ tools })) })).toEqual([]);
  });
});

test('equal definitions of thousands of tools are written once', () => {
  const inputSchema = {
    type: 'object',
    properties: { it: { $ref: '#/$defs/Item' } },
    $defs: { Item: { properties: { a: {} } } },
  };
  const tools = Array.from({ length: 3000 }, (_, index) =>
    tool(`tool-${index}`, { inputSchema, outputSchema: inputSchema }),
  );

  const module = writeClientModule(offer({ tools }));

  expect(module.match(/^export interface Item /gm)).toHaveLength(1);
});
