/**
 * One thing that the protocol demands of a server, and for which revisions.
 */

/** A rule of the protocol, in our own words. */
export interface Requirement {
  /** Its number in this ledger; tests name it by that. */
  readonly number: number;
  /** The dates of the revisions that demand it. */
  readonly revisions: readonly string[];
  readonly text: string;
  /** The newest revision that says so, and its page. */
  readonly source: string;
  /** `server` when a test must show it; otherwise why nothing here can break or keep it. */
  readonly binds: 'server' | { readonly not: string };
}

const dates = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** The date of a revision that has rules. */
export type RevisionDate = (typeof dates)[number];

/** This revision and all that came after it. */
export function since(first: RevisionDate): readonly RevisionDate[] {
  return dates.slice(dates.indexOf(first));
}

/** From one revision to another, both included. */
export function between(first: RevisionDate, last: RevisionDate): readonly RevisionDate[] {
  return dates.slice(dates.indexOf(first), dates.indexOf(last) + 1);
}

/** One revision alone. */
export function only(date: RevisionDate): readonly RevisionDate[] {
  return [date];
}
