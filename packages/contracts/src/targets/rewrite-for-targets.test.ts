import type { JsonObject } from '@sigil/core';
import type { Manifest } from '@sigil/core/building';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkTargets } from './check-targets.js';
import { clientTargets, type ClientTarget } from './client-target.js';
import { rewriteForTargets, rewriteSchema } from './rewrite-for-targets.js';
import { objectOf, offerOf, ruleCases } from './rule-cases.test-support.js';
import { inputSchemas, valuesFor } from './schemas.test-support.js';
import type { TargetRule } from './target-rule.js';
import { targetRules, type TargetRuleId } from './target-rules.data.js';

const rewritten = (schema: JsonObject, ...targets: ClientTarget[]): JsonObject => rewriteSchema(schema, targets);
const input = (schema: JsonObject, ...targets: ClientTarget[]): unknown =>
  (rewritten(objectOf({ a: schema }), ...targets).properties as JsonObject).a;
const text = { type: 'string' };
const number = { type: 'number' };

describe('any schema', () => {
  test('accepts the same values before and after the rewrite, for any targets', () => {
    // Formats are annotations, as in 2020-12; only own properties count, as in the decoders.
    const ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      ownProperties: true,
      inlineRefs: false,
      code: { optimize: false },
    });
    const cases = inputSchemas.chain((schema) =>
      fc.record({
        schema: fc.constant(schema),
        targets: fc.subarray([...clientTargets], { minLength: 1 }),
        values: fc.array(valuesFor(schema), { minLength: 12, maxLength: 12 }),
      }),
    );
    const tally = { accepted: 0, refused: 0, changed: 0 };

    fc.assert(
      fc.property(cases, ({ schema, targets, values }) => {
        const after = rewriteSchema(schema, targets);
        const [acceptedBefore, acceptedAfter] = [ajv.compile(schema), ajv.compile(after)];
        for (const value of values) {
          const isAccepted = acceptedBefore(value);
          tally[isAccepted ? 'accepted' : 'refused']++;
          expect(acceptedAfter(value), JSON.stringify({ schema, after, value })).toBe(isAccepted);
        }
        if (JSON.stringify(after) !== JSON.stringify(schema)) tally.changed++;
      }),
      { numRuns: 400 },
    );

    // The values would prove nothing if nearly all were refused.

    expect(tally.accepted).toBeGreaterThan(300);
    expect(tally.refused).toBeGreaterThan(300);
    expect(tally.changed).toBeGreaterThan(200);
  });

  test('does not change when it is rewritten a second time', () => {
    fc.assert(
      fc.property(inputSchemas, (schema) => {
        const once = rewriteSchema(schema, clientTargets);

        expect(rewriteSchema(once, clientTargets)).toEqual(once);
      }),
      { numRuns: 200 },
    );
  });

  test('has no more findings of rewritable rules after the rewrite than before', () => {
    const count = (inputSchema: JsonObject): number =>
      checkTargets(offerOf({ inputSchema }), ['gemini', 'cursor', 'vscode']).filter(
        ({ rule }) => 'rewrite' in targetRules[rule],
      ).length;

    fc.assert(
      fc.property(inputSchemas, (schema) => {
        expect(count(rewriteSchema(schema, ['gemini', 'cursor', 'vscode']))).toBeLessThanOrEqual(count(schema));
      }),
      { numRuns: 200 },
    );
  });
});

const rewritable = (Object.entries(targetRules) as [TargetRuleId, TargetRule][]).filter(([, rule]) => rule.rewrite);
/** The rules whose examples no rewrite can fix. */
const beyondHelp: readonly TargetRuleId[] = ['gemini/exclusive-bounds'];

test.each(rewritable.filter(([id]) => !beyondHelp.includes(id)))(
  '%s is not found after the rewrite',
  (id, { targets }) => {
    const { bad } = ruleCases[id];
    const tools = bad.tools.map((tool) => ({ ...tool, inputSchema: rewriteSchema(tool.inputSchema, targets) }));

    const rules = checkTargets({ ...bad, tools }, targets).map(({ rule }) => rule);

    expect(rules).not.toContain(id);
  },
);

describe('references', () => {
  const tree = objectOf({ left: { $ref: '#/$defs/Tree' }, at: { $ref: '#/$defs/Point' } });
  const $defs = { Point: objectOf({ x: number }), Tree: tree };

  test('are replaced by the type, with the description of the use', () => {
    const schema = objectOf({ a: { $ref: '#/$defs/Point', description: 'Here.' } }, { $defs });

    expect(rewritten(schema, 'claude')).toEqual(objectOf({ a: { ...$defs.Point, description: 'Here.' } }));
  });

  test('to a recursive type are kept, with the definitions that it needs', () => {
    const schema = objectOf({ a: { $ref: '#/$defs/Tree' } }, { $defs });

    expect(rewritten(schema, 'gemini')).toEqual({
      ...schema,
      $defs: { Tree: objectOf({ left: { $ref: '#/$defs/Tree' }, at: $defs.Point }) },
    });
  });

  test.each([
    ['is no plain name of a definition', { $ref: '#/properties/b' }],
    ['has a constraint beside it', { $ref: '#/$defs/Point', minProperties: 1 }],
    ['leads nowhere', { $ref: '#/$defs/Nothing' }],
  ])('are kept where one %s', (_why, reference) => {
    const schema = objectOf({ a: reference, b: text }, { $defs });

    expect((rewritten(schema, 'claude').properties as JsonObject).a).toEqual(reference);
  });

  test('are kept where the schema would double with every level', () => {
    const pair = (name: string): JsonObject =>
      objectOf({ l: { $ref: `#/$defs/${name}` }, r: { $ref: `#/$defs/${name}` } });
    const levels = Array.from({ length: 30 }, (_, index) => [`T${index}`, pair(`T${index + 1}`)] as const);
    const schema = objectOf({ a: { $ref: '#/$defs/T0' } }, { $defs: { ...Object.fromEntries(levels), T30: text } });

    expect(rewritten(schema, 'claude')).toEqual(schema);
  });
});

test.each<[string, JsonObject, JsonObject, ClientTarget]>([
  [
    'a nullable string',
    { type: ['string', 'null'], minLength: 1, title: 'T' },
    { anyOf: [{ ...text, minLength: 1 }, { type: 'null' }], title: 'T' },
    'cursor',
  ],
  [
    'a nullable enum',
    { type: ['string', 'null'], enum: ['a', null] },
    { anyOf: [{ ...text, enum: ['a'] }, { type: 'null' }] },
    'gemini',
  ],
  ['types of which one has no value', { type: ['string', 'number'], enum: ['a'] }, { ...text, enum: ['a'] }, 'cursor'],
  ['a constant', { ...text, const: 'a' }, { ...text, enum: ['a'] }, 'gemini'],
  [
    'whole numbers above',
    { type: 'integer', exclusiveMinimum: 0, minimum: -5 },
    { type: 'integer', minimum: 1 },
    'gemini',
  ],
  [
    'whole numbers below a fraction',
    { type: 'integer', exclusiveMaximum: 1.5 },
    { type: 'integer', maximum: 1 },
    'gemini',
  ],
  [
    'a pair of numbers',
    { type: 'array', prefixItems: [number, number], items: false, minItems: 2 },
    { type: 'array', items: number, minItems: 2, maxItems: 2 },
    'gemini',
  ],
  [
    'a mixed pair',
    { type: 'array', prefixItems: [text, number], items: false },
    { type: 'array', prefixItems: [text, number], items: { anyOf: [text, number] }, maxItems: 2 },
    'openai',
  ],
  [
    'a format',
    { ...text, format: 'uri', description: 'Where.' },
    { ...text, description: 'Where. Format: uri.' },
    'gemini',
  ],
  [
    'examples',
    { ...text, examples: ['a', 'b'], deprecated: true },
    { ...text, description: 'Deprecated. Examples: "a", "b".' },
    'gemini',
  ],
  ['a member that must be absent', objectOf({ x: false }, { required: [] }), objectOf({}, { required: [] }), 'gemini'],
])('%s is rewritten', (_name, before, after, target) => {
  expect(input(before, target)).toEqual(after);
});

test.each<[string, JsonObject, ClientTarget]>([
  ['what another client asks for', { type: ['string', 'null'] }, 'claude'],
  ['fractions above a bound', { type: 'number', exclusiveMinimum: 0 }, 'gemini'],
  ['a type array that a header mirrors', { type: ['string', 'null'], 'x-mcp-header': 'A' }, 'cursor'],
  ['a type array beside a keyword that is not known', { type: ['string', 'null'], not: { const: 'a' } }, 'cursor'],
  ['a member that must be absent of an open object', { type: 'object', properties: { x: false } }, 'gemini'],
])('%s is left unchanged', (_name, schema, target) => {
  expect(input(schema, target)).toEqual(schema);
});

describe('a manifest', () => {
  const manifest: Manifest = {
    ...{ manifestVersion: 1, plugin: { name: 'demo', version: '1.0.0' }, code: { file: 'plugin.js', cid: 'b' } },
    ...{ classes: [], resources: [], resourceTemplates: [], prompts: [], completions: [] },
    declaredOrder: { '/tools/0/inputSchema/properties': ['b', 'a'] },
    tools: [
      {
        ...{ name: 'run', description: 'Run.', origin: { class: 'Demo', method: 'run' } },
        inputSchema: objectOf({ b: { type: ['object', 'null'], properties: { z: text, y: text } }, a: text }),
        outputSchema: objectOf({ a: { const: 1 } }),
      },
    ],
  };

  test('keeps everything but input schemas, and records the order of rewritten properties', () => {
    const after = rewriteForTargets(manifest, ['gemini']);

    expect(after).toEqual({
      ...manifest,
      declaredOrder: {
        '/tools/0/inputSchema/properties': ['b', 'a'],
        '/tools/0/inputSchema/properties/b/anyOf/0/properties': ['z', 'y'],
      },
      tools: [{ ...manifest.tools[0], inputSchema: rewriteSchema(manifest.tools[0]!.inputSchema, ['gemini']) }],
    });
  });

  test('is unchanged without targets', () => {
    expect(rewriteForTargets(manifest, [])).toBe(manifest);
  });
});
