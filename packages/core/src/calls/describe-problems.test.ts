import { expect, test } from 'vitest';
import { describeProblems } from './describe-problems.js';

const problem = { path: 'filters.tags[0]', expected: 'a string', received: 'a number' };

test('one problem is one sentence', () => {
  expect(describeProblems([problem])).toBe('argument "filters.tags[0]" must be a string, got a number');
});

test('a name in quotes is quoted once', () => {
  expect(describeProblems([{ ...problem, path: '["a b"]' }])).toBe('argument "a b" must be a string, got a number');
});

test('a problem with an empty path names the arguments as a whole', () => {
  expect(describeProblems([{ ...problem, path: '' }])).toBe('the arguments must be a string, got a number');
});

test('a member that the schema does not know is called unknown, with the advice', () => {
  const unknown = { path: 'limitt', expected: 'left out', received: 'a number' };

  expect(describeProblems([{ ...unknown, unknown: 'did you mean "limit"?' }])).toBe(
    'unknown argument "limitt"; did you mean "limit"?',
  );
  expect(describeProblems([{ ...unknown, unknown: '' }])).toBe('unknown argument "limitt"');
  expect(describeProblems([unknown])).toBe('argument "limitt" must be left out, got a number');
});

test('several problems are listed', () => {
  expect(describeProblems([problem, { ...problem, path: 'b' }])).toBe(
    'the arguments have these problems:\n' +
      '- argument "filters.tags[0]" must be a string, got a number\n' +
      '- argument "b" must be a string, got a number',
  );
});

test('a long list of problems is cut, with the number left out', () => {
  const lines = describeProblems(Array.from({ length: 1000 }, () => problem)).split('\n');

  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toBe('- and 980 more');
});
