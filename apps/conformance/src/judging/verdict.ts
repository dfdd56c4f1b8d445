/**
 * The result of one run of the suite: counts, and a line for each check that needs attention.
 */

/** A check made by the suite. */
export interface Finding {
  readonly scenario: string;
  readonly check: string;
  readonly message: string;
}

export interface Verdict {
  readonly scenarios: number;
  readonly successes: readonly Finding[];
  readonly skipped: number;
  readonly failures: readonly Finding[];
  readonly warnings: readonly Finding[];
}

/** Joins the verdicts of several runs into one. */
export function joinVerdicts(verdicts: readonly Verdict[]): Verdict {
  return {
    scenarios: verdicts.reduce((sum, { scenarios }) => sum + scenarios, 0),
    successes: verdicts.flatMap(({ successes }) => successes),
    skipped: verdicts.reduce((sum, { skipped }) => sum + skipped, 0),
    failures: verdicts.flatMap(({ failures }) => failures),
    warnings: verdicts.flatMap(({ warnings }) => warnings),
  };
}
