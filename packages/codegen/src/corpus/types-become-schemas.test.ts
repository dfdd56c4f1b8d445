import { afterAll, describe, expect, test } from 'vitest';
import { corpus, legibleJson, type CorpusCase } from './corpus-plugin.test-support.js';
import {
  isToldOf,
  openValidator,
  runnableTools,
  sampleBroken,
  seed,
  type RunnableTool,
} from './corpus-values.test-support.js';
import { readCorpus } from './read-corpus.test-support.js';
import { takingCases } from './input-cases.test-support.js';
import { writeExpression } from './write-expression.test-support.js';

const reading = readCorpus(corpus);
afterAll(() => reading.folder.remove());

const compile = openValidator();
const runnable = runnableTools(reading.model, reading.manifest.tools);
const taking = takingCases(runnable);

/** Ajv ignores a member called `__proto__`, in the value and in the schema. */
const unknownToAjv = 'interfaces.with-the-name-of-the-prototype';
const judged = taking.filter(({ one }) => one.id !== unknownToAjv);

function findOutput(one: CorpusCase): RunnableTool | undefined {
  return one.isBothWays ? runnable.get(`${one.id}.out`) : undefined;
}

describe('the corpus', () => {
  test('has at least 150 types, and every case has a unique name', () => {
    const ids = corpus.map((one) => one.id);

    expect(ids.length).toBeGreaterThanOrEqual(150);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('contains no rejected type', () => {
    expect(Object.fromEntries(reading.refused)).toEqual({});
  });
});

describe('the schemas of the corpus', () => {
  const tools = corpus.flatMap((one) => one.tools.map((tool) => ({ tool, id: one.id })));

  test.each(tools.map(({ tool, id }) => [tool.name, tool, id] as const))(
    '%s matches its expected schemas',
    (name, expected, id) => {
      const tool = reading.findTool(name);

      expect(reading.refused.get(id)).toBeUndefined();
      expect(legibleJson(tool?.inputSchema)).toBe(legibleJson(expected.inputSchema));
      expect(legibleJson(tool?.outputSchema)).toBe(legibleJson(expected.outputSchema));
      expect(legibleJson(tool?.streamSchema)).toBe(legibleJson(expected.streamSchema));
    },
  );
});

describe(`values made from the schemas, with seed ${seed}`, () => {
  test('number more than 1000, from more than 200 cases', () => {
    expect(taking.length).toBeGreaterThan(200);
    expect(taking.flatMap(({ values }) => values).length).toBeGreaterThan(1000);
  });

  test('are allowed by the schemas', () => {
    const wrong = judged.flatMap(({ tool, values }) => {
      const isValid = compile(tool.tool.inputSchema);
      return values.filter((value) => !isValid(value)).map((value) => `${tool.tool.name}: ${JSON.stringify(value)}`);
    });

    expect(wrong).toEqual([]);
  });

  test('are accepted by the decoders, with coercion and without', () => {
    const wrong = taking.flatMap(({ tool, values }) =>
      values.flatMap((value) =>
        [...tool.decode(value).problems, ...tool.decodeExactly(value).problems].map(
          (problem) => `${tool.tool.name}: ${JSON.stringify(value)}: ${JSON.stringify(problem)}`,
        ),
      ),
    );

    expect(wrong).toEqual([]);
  });

  test('are encoded into JSON that the output schemas allow', () => {
    const wrong = judged.flatMap(({ one, tool, values }) => {
      const output = findOutput(one);
      if (!output) return [];
      const isValid = compile(output.tool.outputSchema ?? {});
      return values.flatMap((value) => {
        const [decoded] = tool.decode(value).args;
        const encoded = output.encode?.(decoded === undefined ? {} : { value: decoded });
        if (encoded?.problems.length === 0 && isValid(encoded.json)) return [];
        return [`${output.tool.name}: ${JSON.stringify(value)} became ${JSON.stringify(encoded)}`];
      });
    });

    expect(wrong).toEqual([]);
  });

  test('are unchanged after being encoded and decoded again', () => {
    const wrong = judged.flatMap(({ one, tool, values }) => {
      const output = findOutput(one);
      return values.flatMap((value) => {
        const decoded = tool.decodeExactly(value).args[0];
        const again = output?.encode?.(decoded === undefined ? {} : { value: decoded }).json ?? value;
        const [before, after] = [decoded, tool.decodeExactly(again).args[0]].map(writeExpression);
        return before === after ? [] : [`${one.id}: ${before} came back as ${after}`];
      });
    });

    expect(wrong).toEqual([]);
  });
});

describe(`values with one thing broken, with seed ${seed}`, () => {
  const broken = judged.flatMap(({ tool, values }) =>
    values
      .slice(0, 4)
      .flatMap((value) => sampleBroken(tool.tool.inputSchema, value, compile).map((one) => ({ tool, one }))),
  );
  const checked = broken.map(({ tool, one }) => ({ tool, one, problems: tool.decodeExactly(one.value).problems }));
  const describeBroken = ({ tool, one, problems }: (typeof checked)[number]): string =>
    `${tool.tool.name}: ${one.rule} at ${one.at} in ${JSON.stringify(one.value)}: ${JSON.stringify(problems)}`;

  test('break every kind of rule', () => {
    const rules = new Set(broken.map(({ one }) => one.rule));

    expect([...rules].sort()).toEqual(['items', 'kind', 'missing', 'number', 'text', 'unknown', 'value']);
    expect(broken.length).toBeGreaterThan(3000);
  });

  test('are rejected by the decoders', () => {
    expect(checked.filter(({ problems }) => problems.length === 0).map(describeBroken)).toEqual([]);
  });

  test('are rejected with a problem at the broken place', () => {
    const refused = checked.filter(({ problems }) => problems.length > 0);

    expect(
      refused.filter(({ one, problems }) => !problems.some((problem) => isToldOf(problem, one))).map(describeBroken),
    ).toEqual([]);
  });
});
