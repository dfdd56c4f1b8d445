import { afterAll, describe, expect, test } from 'vitest';
import { checkExpressions, type TypedArguments } from './check-expressions.test-support.js';
import { corpus } from './corpus-plugin.test-support.js';
import { runnableTools, seed } from './corpus-values.test-support.js';
import { readCorpus } from './read-corpus.test-support.js';
import { takingCases } from './taking-cases.test-support.js';

const reading = readCorpus(corpus);
afterAll(() => reading.folder.remove());

const taking = takingCases(runnableTools(reading.model, reading.manifest.tools));

describe(`values made from the schemas of the corpus, with seed ${seed}`, () => {
  test('are decoded into what the compiler takes for the type', () => {
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

  test('are refused by decoders, where schemas take more than types, only if the compiler refuses them', () => {
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
