/**
 * The runs of the suite and their settings: one run for each set of requirements, and more for what no set scores.
 */

/** One run of the suite. */
export interface JudgeRun {
  readonly title: string;
  /** The arguments of the suite's `server` command beside the address. */
  readonly args: readonly string[];
}

/** A run as a client of one era. */
export interface EraRun extends JudgeRun {
  readonly era: 'legacy' | 'modern';
}

/** The set of requirements of each era: what is judged through the gateway too. */
export const requirementRuns: readonly EraRun[] = [
  { era: 'legacy', title: 'requirements 2025-11-25', args: ['--requirements', '2025-11-25'] },
  { era: 'modern', title: 'requirements 2026-07-28', args: ['--requirements', '2026-07-28'] },
];

/** Every run that `npm run conformance` makes without the gateway. `docs/reference/conformance.md` says what each means. */
export const judgeRuns: readonly JudgeRun[] = [
  ...requirementRuns,
  { title: 'every scenario', args: ['--suite', 'all'] },
  { title: 'every scenario at 2025-03-26', args: ['--suite', 'all', '--spec-version', '2025-03-26'] },
  { title: 'every scenario at 2025-06-18', args: ['--suite', 'all', '--spec-version', '2025-06-18'] },
];

/** The runs that judge our upstream leg as a client; the suite's server is of that revision. */
export const clientRuns: readonly { readonly revision: string; readonly scenarios: readonly string[] }[] = [
  {
    revision: '2025-11-25',
    scenarios: [
      'initialize',
      'tools_call',
      'elicitation-sep1034-client-defaults',
      'sse-retry',
      'json-schema-2020-12-preservation',
    ],
  },
  {
    revision: '2026-07-28',
    scenarios: [
      'tools_call',
      'request-metadata',
      'sep-2322-client-request-state',
      'http-standard-headers',
      'http-custom-headers',
      'http-invalid-tool-headers',
      'json-schema-ref-no-deref',
      'json-schema-2020-12-preservation',
    ],
  },
];

/** The run of a single scenario. */
export function runOfScenario(scenario: string): JudgeRun {
  return { title: `scenario ${scenario}`, args: ['--scenario', scenario] };
}
