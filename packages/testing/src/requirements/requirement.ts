/**
 * One requirement of the protocol on a server, and the revisions that make it.
 */

/** A rule of the protocol, in our own words. */
export interface Requirement {
  /** The rule's number in this ledger, by which tests name it. */
  readonly number: number;
  /** The dates of the revisions that demand it. */
  readonly revisions: readonly string[];
  readonly text: string;
  /** The newest revision that states it, and its page. */
  readonly source: string;
  /** `server` when a test must cover it; otherwise the reason why nothing here can break or keep it. */
  readonly binds: 'server' | { readonly not: string };
}

const dates = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const;

/** The date of a revision that has rules. */
export type RevisionDate = (typeof dates)[number];

/** Returns this revision and all later ones. */
export function since(first: RevisionDate): readonly RevisionDate[] {
  return dates.slice(dates.indexOf(first));
}

/** Returns the revisions between two, both included. */
export function between(first: RevisionDate, last: RevisionDate): readonly RevisionDate[] {
  return dates.slice(dates.indexOf(first), dates.indexOf(last) + 1);
}

/** Returns one revision alone. */
export function only(date: RevisionDate): readonly RevisionDate[] {
  return [date];
}
