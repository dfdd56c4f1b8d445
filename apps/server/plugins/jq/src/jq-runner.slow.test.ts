import { afterAll, describe, expect, test } from 'vitest';
import { defaultLimits, JqRunner, type JqOutcome } from './jq-runner.js';

const runner = new JqRunner({ ...defaultLimits, timeLimitMs: 2_500, outputLimitBytes: 10_000 });
afterAll(() => runner.close());

function run(filter: string, input = 'null'): Promise<JqOutcome> {
  return runner.run({ args: ['-c', '--', filter], input }, new AbortController().signal);
}

const anAnswer = { kind: 'ended', exitCode: 0, output: '"still here"\n', errors: '' };

describe('a program that exceeds a limit', () => {
  test.each([
    ['last(range(infinite))', ['time-limit']],
    ['def f: f; f', ['time-limit', 'memory-limit']],
    ['[range(1e9)]', ['time-limit', 'memory-limit']],
    ['def f: [f]; f', ['time-limit', 'memory-limit']],
    ['def f: f | f; f', ['time-limit', 'memory-limit']],
    ['repeat("line")', ['output-limit']],
    ['def f: ., f; f', ['output-limit']],
    ['"x" * 20000', ['output-limit']],
    ['repeat("line" | stderr | empty)', ['output-limit', 'time-limit']],
  ])('%s is stopped, and the next program runs', async (filter, expected) => {
    expect(expected).toContain((await run(filter)).kind);
    expect(await run('"still here"')).toEqual(anAnswer);
  });
});

describe('consecutive runs', () => {
  test('do not see the input of an earlier run', async () => {
    await run('.', '"secret"');

    expect(await run('[., inputs]', '1')).toMatchObject({ output: '[1]\n' });
  });

  test('succeed with a hundred long filters in a row', async () => {
    const filter = `"${'x'.repeat(9_000)}" | length`;

    for (let count = 0; count < 100; count++) expect(await run(filter)).toMatchObject({ output: '9000\n' });
  });
});

test('standard error is kept apart from the results', async () => {
  expect(await run('1, error("late")')).toEqual({
    kind: 'ended',
    exitCode: 5,
    output: '1\n',
    errors: 'jq: error (at <stdin>:0): late\n',
  });
});
