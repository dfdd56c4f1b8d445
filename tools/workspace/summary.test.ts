import { describe, expect, test } from 'vitest';
import { readCounts, summarise } from './summary.mjs';

describe('the counts of a test run', () => {
  test('come from the report', () => {
    const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 2 });

    expect(readCounts(report, false)).toEqual({ passed: 7, failed: 2 });
  });

  test('show a failure when the run failed although every test passed', () => {
    const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 0 });

    expect(readCounts(report, false)).toEqual({ passed: 7, failed: 1 });
  });

  test('show a failure when there is no report', () => {
    expect(readCounts(undefined, false)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('the closing line', () => {
  test('is green only when nothing failed', () => {
    expect(summarise({ passed: 3, failed: 0 }, [])).toEqual({ isGreen: true, lines: ['3 passed, 0 failed'] });
  });

  test('counts a failed step as a failure and names it', () => {
    expect(summarise({ passed: 3, failed: 1 }, ['lint'])).toEqual({
      isGreen: false,
      lines: ['failed steps: lint', '3 passed, 2 failed'],
    });
  });
});
