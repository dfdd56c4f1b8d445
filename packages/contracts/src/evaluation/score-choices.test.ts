import { expect, test } from 'vitest';
import { compareScores } from './compare-scores.js';
import { openSearchJudge } from './search-judge.js';
import { judgeChoice, scoreResults, type Choice, type EvaluationCase } from './score-choices.js';

const forecast = {
  name: 'forecast',
  description: 'Forecast rain and temperature.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' }, days: { type: 'integer' } },
    required: ['city'],
    additionalProperties: false,
  },
};
const rome: EvaluationCase = { words: 'Will it rain in Rome?', tool: 'forecast', arguments: { city: 'Rome' } };

test.each<[Choice, string, string | undefined]>([
  [{ tool: 'forecast' }, 'passed', undefined],
  [{ tool: 'forecast', arguments: { city: 'Rome' } }, 'passed', undefined],
  [{ tool: 'forecast', arguments: { city: 'Rome', days: 3 } }, 'passed', undefined],
  [{ tool: 'forecast', arguments: { days: 3 } }, 'wrong-arguments', '"city" is missing'],
  [
    { tool: 'forecast', arguments: { city: 'Rome', place: 'x' } },
    'wrong-arguments',
    '"place" is no argument of the tool',
  ],
  [{ tool: 'forecast', arguments: { city: 'Oslo' } }, 'wrong-arguments', '"city" should be "Rome", and is "Oslo"'],
  [{ tool: 'warn' }, 'wrong-tool', undefined],
  [{ tool: null }, 'wrong-tool', undefined],
])('the choice %j is %s', (choice, outcome, why) => {
  expect(judgeChoice(rome, choice, choice.tool === 'forecast' ? forecast : undefined)).toEqual({
    case: rome,
    choice,
    outcome,
    ...(why === undefined ? {} : { why }),
  });
});

test('a score counts by tool, and confusions by frequency', () => {
  const score = scoreResults([
    judgeChoice({ words: '1', tool: 'a' }, { tool: 'a' }, undefined),
    judgeChoice({ words: '2', tool: 'a' }, { tool: 'b' }, undefined),
    judgeChoice({ words: '3', tool: 'a' }, { tool: 'b' }, undefined),
    judgeChoice({ words: '4', tool: null }, { tool: 'a' }, undefined),
    { case: { words: '5', tool: 'b' }, outcome: 'stale' },
  ]);

  expect(score).toMatchObject({
    passed: 1,
    failed: 3,
    undecided: 1,
    accuracy: 0.25,
    tools: [
      { tool: '(none)', cases: 1, passed: 0 },
      { tool: 'a', cases: 3, passed: 1 },
    ],
    confusions: [
      { expected: 'a', chosen: 'b', count: 2 },
      { expected: '(none)', chosen: 'a', count: 1 },
    ],
  });
});

test('two scores differ in the points of their tools, the greatest loss first', () => {
  const scoreOf = (outcomes: Record<string, boolean[]>): ReturnType<typeof scoreResults> =>
    scoreResults(
      Object.entries(outcomes).flatMap(([tool, all]) =>
        all.map((isRight, at) =>
          judgeChoice({ words: `${tool} ${at}`, tool }, { tool: isRight ? tool : 'x' }, undefined),
        ),
      ),
    );
  const before = scoreOf({ a: [true, true], b: [true, false], c: [true], gone: [true] });
  const after = scoreOf({ a: [true, false], b: [true, true], c: [true], fresh: [true] });

  expect(compareScores(before, after)).toEqual([
    { tool: 'a', points: -50 },
    { tool: 'b', points: 50 },
  ]);
});

test('the judge without a model chooses the tool that the search finds first', () => {
  const judge = openSearchJudge([forecast, { ...forecast, name: 'warnings', description: 'Show storm warnings.' }]);

  expect(judge.choose('are there warnings of a storm?')).toEqual({ tool: 'warnings' });
  expect(judge.choose('qwertz')).toEqual({ tool: null });
  expect(judge.rankOf('rain', 'forecast')).toBe(1);
  expect(judge.rankOf('rain', 'warnings')).toBeUndefined();
});
