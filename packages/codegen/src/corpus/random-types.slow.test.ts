import type { JsonObject } from '@sigil/core';
import { afterAll, describe, expect, test } from 'vitest';
import { checkExpressions } from './check-expressions.test-support.js';
import { openValidator, runnableTools, sampleValues, seed } from './corpus-values.test-support.js';
import { randomTypes } from './random-types.test-support.js';
import { readCorpus } from './read-corpus.test-support.js';
import { NoValueError } from './schema-values.test-support.js';

/** Run `SIGIL_CORPUS_TYPES=5000 npx vitest …` for more types. */
const count = Number(process.env.SIGIL_CORPUS_TYPES ?? 250);
const types = randomTypes(seed, count);
const reading = readCorpus(types.flatMap(({ taken, given }) => [taken, given]));
afterAll(() => reading.folder.remove());

const compile = openValidator();
const runnable = runnableTools(reading.model, reading.manifest.tools);
const accepted = types.flatMap(({ type, taken, given }) => {
  const tool = runnable.get(`${taken.id}.in`);
  const back = runnable.get(`${given.id}.out`);
  return tool ? [{ type, taken, tool, back, values: valuesFor(tool.tool.inputSchema) }] : [];
});

/** Returns values; a type without values, such as one with an impossible member, has a schema without any. */
function valuesFor(schema: JsonObject): readonly JsonObject[] {
  try {
    return sampleValues(schema, 4);
  } catch (cause) {
    if (cause instanceof NoValueError) return [];
    throw cause;
  }
}

describe(`random types, with seed ${seed}`, () => {
  test('either have a schema or are rejected', () => {
    const lost = types.flatMap(({ type, taken, given }) =>
      [taken, given]
        .filter(({ id, tools }) => reading.refused.has(id) === tools.every(({ name }) => runnable.has(name)))
        .map(({ id }) => `${id}: ${type}`),
    );

    expect(lost).toEqual([]);
  });

  test('include accepted types (over a third) and rejected types (over ten)', () => {
    expect(accepted.length).toBeGreaterThan(types.length / 3);
    expect(reading.refused.size).toBeGreaterThan(10);
  });

  test('are never rejected because of a compiler error', () => {
    const byCompiler = [...reading.refused].filter(([, message]) => message.includes('SIGIL001'));

    expect(byCompiler).toEqual([]);
  });

  test('have schemas that a strict validator compiles', () => {
    const wrong = reading.manifest.tools.flatMap(({ name, inputSchema, outputSchema }) =>
      [inputSchema, outputSchema].flatMap((schema) => {
        try {
          return schema && compile(schema) ? [] : [];
        } catch (cause) {
          return [`${name}: ${String(cause)}`];
        }
      }),
    );

    expect(wrong).toEqual([]);
  });

  test('have schemas whose sample values are valid and are accepted by the decoders', () => {
    const wrong = accepted.flatMap(({ type, tool, values }) => {
      const isValid = compile(tool.tool.inputSchema);
      return values
        .filter(
          (value) =>
            !isValid(value) ||
            [tool.decode(value), tool.decodeExactly(value)].some(({ problems }) => problems.length > 0),
        )
        .map((value) => `${type}: ${JSON.stringify(value)}: ${JSON.stringify(tool.decodeExactly(value).problems)}`);
    });

    expect(wrong).toEqual([]);
  });

  test('have schemas whose sample values decode into values that the compiler accepts for the type', () => {
    // Excludes members that may be undefined, whose absence the compiler treats differently, and branded types, whose values
    // cannot be written.
    const values = accepted
      .filter(({ type }) => !type.includes('undefined') && !type.includes(') & ('))
      .flatMap(({ type, taken, tool, values: inputs }) =>
        inputs.map((input) => ({
          id: `${taken.id}: ${type}`,
          type: taken.argumentsType ?? 'never',
          folder: `src/${taken.id}`,
          args: tool.decode(input).args,
        })),
      );

    expect(values.length).toBeGreaterThan(types.length / 2);
    expect(checkExpressions(reading.folder, values)).toEqual([]);
  });

  test('are encoded into JSON that the output schemas allow', () => {
    const wrong = accepted.flatMap(({ type, tool, back, values }) => {
      if (!back) return [];
      const isValid = compile(back.tool.outputSchema ?? {});
      return values.flatMap((value) => {
        const [decoded] = tool.decode(value).args;
        const encoded = back.encode?.(decoded === undefined ? {} : { value: decoded });
        const isRight = encoded?.problems.length === 0 && isValid(encoded.json);
        return isRight ? [] : [`${type}: ${JSON.stringify(value)} became ${JSON.stringify(encoded)}`];
      });
    });

    expect(wrong).toEqual([]);
  });
});
