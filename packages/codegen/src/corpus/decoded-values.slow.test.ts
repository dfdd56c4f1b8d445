import { afterAll, describe, expect, test } from 'vitest';
import { checkExpressions, type TypedArguments } from './check-expressions.test-support.js';
import { corpus } from './corpus-plugin.test-support.js';
import { runnableTools, seed } from './corpus-values.test-support.js';
import { readCorpus } from './read-corpus.test-support.js';
import { takingCases } from './input-cases.test-support.js';

const reading = readCorpus(corpus);
afterAll(() => reading.folder.remove());

const taking = takingCases(runnableTools(reading.model, reading.manifest.tools));

describe(`values made from the schemas of the corpus, with seed ${seed}`, () => {
  test('decode into values that the compiler accepts for the type', () => {
    const values = taking.flatMap(({ one, tool, values: inputs }) =>
      inputs.map((input): TypedArguments => ({
        id: one.id,
        type: one.argumentsType ?? 'never',
        folder: `src/${one.id}`,
        args: tool.decode(input).args,
      })),
    );

    expect(checkExpressions(reading.folder, values)).toEqual([]);
  });

  test('that decoders reject although the schema allows them are rejected by the compiler too', () => {
    const values = taking.flatMap(({ one, others }) =>
      others.map((input, index): TypedArguments => ({
        id: `${one.id} ${index}`,
        type: one.argumentsType ?? 'never',
        folder: `src/${one.id}`,
        args: [input['value']],
      })),
    );

    const refused = new Set(checkExpressions(reading.folder, values).map((says) => says.split(':')[0]));

    expect(values.length).toBeGreaterThan(50);
    expect(values.filter(({ id }) => !refused.has(id))).toEqual([]);
  });
});
