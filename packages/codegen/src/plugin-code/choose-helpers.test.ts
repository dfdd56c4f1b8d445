import { expect, test } from 'vitest';
import { chooseHelpers } from './choose-helpers.js';

test('unused helpers are left out, and helpers that a used one needs are included', () => {
  const chosen = chooseHelpers('return readDateTime(value);');

  expect(chosen).toContain('function isDateTime(');
  expect(chosen).toContain('function refuse(');
  expect(chosen).toContain('const maxProblems');
  expect(chosen).not.toContain('function isUuid(');
  expect(chooseHelpers('')).toBe('');
});

test('the chosen helpers declare everything that they use', () => {
  const all = chooseHelpers('readDate hasDuplicates readMember refuseUnknown mend');
  const run = new Function(`'use strict';\n${all}\nreturn refuseUnknown;`) as () => (...args: unknown[]) => void;
  const problems: unknown[] = [];

  run()({ citty: 1 }, new Set(['city']), '', problems);

  expect(problems).toEqual([
    { path: 'citty', expected: 'left out', received: 'a number', unknown: 'did you mean "city"?' },
  ]);
});
