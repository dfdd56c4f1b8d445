import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeInputSchema, writeOutputSchema } from '../manifest/write-schema.js';
import type { Definition, SchemaNode } from '../model/schema-node.js';
import { decoderHelpers } from './decoder-helpers.js';
import { decoderOfValue, encoderOf } from '../plugin-code/evaluate-decoders.test-support.js';
import { formatChecks } from './format-helpers.js';
import { nearValues, nodes, valuesOf } from './random-nodes.test-support.js';

type Check = (text: string) => boolean;

/** Uses the generated code's own format checks, so that only the code around them is compared. */
function openAjv(): Ajv2020 {
  const helpers = `${[...formatChecks.values()].join(', ')}, isUrl, isBase64`;
  // Sound: the text declares these helpers.
  const checks = new Function(`${decoderHelpers}\nreturn { ${helpers} };`)() as Readonly<Record<string, Check>>;
  const ajv = new Ajv2020({ strict: false, ownProperties: true, code: { optimize: false } });
  for (const [format, check] of formatChecks)
    ajv.addFormat(format, checks[format === 'uri' ? 'isUrl' : check] as Check);
  const isBase64 = checks['isBase64'] as Check;
  ajv.removeKeyword('contentEncoding');
  return ajv.addKeyword({
    keyword: 'contentEncoding',
    type: 'string',
    validate: (_: unknown, it: string) => isBase64(it),
  });
}

/**
 * Returns Ajv's verdict; undefined if Ajv throws: for unique items it calls an object's own `toString`, which may not be a
 * function.
 */
function verdictOf(isValid: (value: unknown) => unknown, value: unknown): boolean | undefined {
  try {
    return isValid(value) === true;
  } catch (error) {
    if (error instanceof TypeError && error.message.includes('toString is not a function')) return undefined;
    throw error;
  }
}

function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

describe('a decoder', () => {
  // Rules: 30, 31, 121
  test('accepts and rejects the same values as its schema', () => {
    const ajv = openAjv();
    const seen = { accepted: 0, refused: 0 };

    fc.assert(
      fc.property(nodes, fc.array(nearValues, { minLength: 20, maxLength: 20 }), (node, values) => {
        const isValid = ajv.compile(writeInputSchema(node));
        const decode = decoderOfValue(node);
        for (const value of values.map(asJson)) {
          const isAccepted = decode(value).problems.length === 0;
          const verdict = verdictOf(isValid, value);
          if (verdict === undefined) continue;
          expect(isAccepted, JSON.stringify({ node: writeInputSchema(node), value })).toBe(verdict);
          seen[isAccepted ? 'accepted' : 'refused'] += 1;
        }
      }),
      { numRuns: 250 },
    );

    expect(seen.accepted).toBeGreaterThan(100);
    expect(seen.refused).toBeGreaterThan(100);
  });

  test('accepts values of its type, and encoding and decoding them again loses nothing', () => {
    const ajv = openAjv();

    fc.assert(
      fc.property(
        nodes.chain((node) => fc.tuple(fc.constant(node), valuesOf(node).map(asJson))),
        ([node, value]) => {
          const decode = decoderOfValue(node);
          const { args, problems } = decode(value);
          const encoded = encoderOf(node)(args[0]);

          expect([problems, encoded.problems]).toEqual([[], []]);
          expect(decode(asJson(encoded.json))).toEqual({ args, problems: [] });
          expect(ajv.validate(writeOutputSchema(node), encoded.json)).toBe(true);
        },
      ),
      { numRuns: 250 },
    );
  });

  test('never throws, whatever JSON it is given', () => {
    fc.assert(
      fc.property(nodes, fc.array(fc.json(), { maxLength: 20 }), (node, texts) => {
        const decode = decoderOfValue(node);
        for (const text of texts) expect(decode(JSON.parse(text)).problems.length).toBeLessThanOrEqual(20);
      }),
      { numRuns: 200 },
    );
  });
});

/** Returns nested values: `{"next":{"next":…}}` or `[[…]]`. */
function nest(depth: number, wrap: (inner: unknown) => unknown, innermost: unknown = {}): unknown {
  let value = innermost;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

describe('a deeply nested value', () => {
  const list: Definition = {
    name: 'List',
    isRecursive: true,
    get node() {
      return {
        kind: 'object',
        properties: [{ name: 'next', node: { kind: 'ref', definition: list }, isRequired: false }],
      } as const;
    },
  };
  const next = (inner: unknown): unknown => ({ next: inner });

  test('gets an ordinary problem from a type that is not recursive', () => {
    const decode = decoderOfValue({
      kind: 'array',
      items: { kind: 'array', items: { kind: 'number' } },
      uniqueItems: true,
    });

    expect(decode(nest(100_000, (inner) => [inner], 1)).problems).toEqual([
      { path: 'value[0][0]', expected: 'a number', received: 'an array' },
    ]);
  });

  test('can be compared with other items for uniqueness', () => {
    const decode = decoderOfValue({ kind: 'array', items: { kind: 'any' }, uniqueItems: true });

    expect(decode([nest(100_000, (inner) => [inner]), 1]).problems).toEqual([]);
  });

  test('is rejected by the decoder and the encoder of a recursive type', () => {
    const node: SchemaNode = { kind: 'ref', definition: list };

    expect(decoderOfValue(node)(nest(255, next)).problems).toEqual([]);
    expect(decoderOfValue(node)(nest(100_000, next)).problems).toMatchObject([
      { expected: 'nested at most 256 times' },
    ]);
    expect(encoderOf(node)(nest(100_000, next)).problems).toMatchObject([{ expected: 'nested at most 256 times' }]);
    expect(encoderOf({ kind: 'any' })(nest(100_000, next)).problems).toMatchObject([
      { expected: 'nested at most 256 times' },
    ]);
  });

  test('is reported with the middle of its path cut out', () => {
    const [problem] = decoderOfValue({ kind: 'ref', definition: list })(nest(100_000, next)).problems;

    expect(problem?.path).toMatch(/^value\.next\.next.*….*\.next\.next$/);
    expect(problem?.path.length).toBe(256);
  });

  test('takes no exponential time where every level fits two members of a union', () => {
    const either: Definition = {
      name: 'Either',
      isRecursive: true,
      get node() {
        const inner: SchemaNode = { kind: 'ref', definition: either };
        const property = { name: 'next', node: inner, isRequired: false };
        const flag = { name: 'flag', node: { kind: 'boolean' }, isRequired: false } as const;
        return {
          kind: 'union',
          members: [
            { kind: 'object', properties: [property] },
            { kind: 'object', properties: [property, flag] },
          ],
        } as const;
      },
    };
    const node: SchemaNode = { kind: 'ref', definition: either };
    const deep = nest(200, (inner) => ({ flag: true, next: inner }));

    const { args, problems } = decoderOfValue(node)(deep);

    expect(problems).toEqual([]);
    expect(args).toEqual([deep]);
    expect(encoderOf(node)(deep)).toEqual({ json: deep, problems: [] });
  });
});
