import { expect, test } from 'vitest';
import { describeConfigurationProblem, joinAlike, type Failure } from './describe-failure.js';

const ofBuild = (message: string): Failure => ({ code: 'build-failed', summary: 'It does not build.', message });

test('a list says once that several parts of a configuration cannot be offered', () => {
  const problems = ['one', 'two', 'three'].map(describeConfigurationProblem);

  expect(joinAlike(problems)).toMatchObject([{ code: 'configuration', count: 3 }]);
});

test('each error of a build has a line of its own', () => {
  expect(joinAlike([ofBuild('a.ts:1'), ofBuild('a.ts:2')])).toMatchObject([
    { message: 'a.ts:1', count: 1 },
    { message: 'a.ts:2', count: 1 },
  ]);
});
