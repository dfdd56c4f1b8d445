/**
 * Turns the results of the steps and the tests into the closing lines of a run.
 */

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 */

/**
 * Reads vitest's JSON report. A run that failed without a failed test, or left no report, counts as one failure.
 *
 * @param {string | undefined} report the report's text, if there is one
 * @param {boolean} isGreen whether vitest exited with code 0
 * @returns {Counts}
 */
export function readCounts(report, isGreen) {
  if (report === undefined) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(report);
  return { passed, failed: isGreen ? failed : Math.max(failed, 1) };
}

/**
 * Summarises a run; the last line reads `N passed, N failed`.
 *
 * @param {Counts} counts
 * @param {readonly string[]} failedSteps names of the steps before the tests that failed; each counts as one failure
 * @returns {{ isGreen: boolean, lines: string[] }}
 */
export function summarise(counts, failedSteps) {
  const failed = counts.failed + failedSteps.length;
  const lines = failedSteps.length > 0 ? [`failed steps: ${failedSteps.join(', ')}`] : [];
  lines.push(`${counts.passed} passed, ${failed} failed`);
  return { isGreen: failed === 0, lines };
}
