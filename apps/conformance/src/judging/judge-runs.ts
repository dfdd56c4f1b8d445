/**
 * The runs of the suite and their settings: one run for each set of requirements, and more for what no set scores.
 */

/** One run of the suite. */
export interface JudgeRun {
  readonly title: string;
  /** The arguments of the suite's `server` command beside the address. */
  readonly args: readonly string[];
}

/** Every run that `npm run conformance` makes. `docs/reference/conformance.md` says what each means. */
export const judgeRuns: readonly JudgeRun[] = [
  { title: 'requirements 2025-11-25', args: ['--requirements', '2025-11-25'] },
  { title: 'requirements 2026-07-28', args: ['--requirements', '2026-07-28'] },
  { title: 'every scenario', args: ['--suite', 'all'] },
  { title: 'every scenario at 2025-03-26', args: ['--suite', 'all', '--spec-version', '2025-03-26'] },
  { title: 'every scenario at 2025-06-18', args: ['--suite', 'all', '--spec-version', '2025-06-18'] },
];

/** The run of a single scenario. */
export function runOfScenario(scenario: string): JudgeRun {
  return { title: `scenario ${scenario}`, args: ['--scenario', scenario] };
}
