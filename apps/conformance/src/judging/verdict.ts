/**
 * The result of one run of the suite, counted and with a line for each check that needs a look.
 */

/** A check that the suite made. */
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
