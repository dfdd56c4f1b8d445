import { expect, test } from 'vitest';
import { describeRun, writeTable } from './write-report.js';
import type { Verdict } from './verdict.js';

const run = { title: 'every scenario', args: [] };
const finding = { scenario: 'ping', check: 'answers', message: 'no answer' };
const successes = Array.from({ length: 7 }, () => finding);
const verdict: Verdict = { scenarios: 3, successes, skipped: 1, failures: [], warnings: [] };

test('a run without failures is summarised in one line', () => {
  expect(describeRun({ run, verdict })).toBe(
    'ok   every scenario: 7 passed, 0 failed, 0 warnings, 1 skipped (3 scenarios)',
  );
});

test('each failing check and each warning has a line with its message', () => {
  const [first, ...rest] = describeRun({
    run,
    verdict: { ...verdict, failures: [finding], warnings: [{ ...finding, message: 'slow' }] },
  }).split('\n');

  expect(first).toContain('FAIL every scenario: 7 passed, 1 failed, 1 warnings');
  expect(rest.map((line) => line.trim())).toEqual([
    'failed  ping / answers: no answer',
    'warning ping / answers: slow',
  ]);
});

test('the table has a row of numbers for each run', () => {
  const table = writeTable([{ run, verdict: { ...verdict, failures: [finding] } }]);

  expect(table).toMatch(/every scenario\D+3\D+7\D+1\D+0\D+1/);
});
