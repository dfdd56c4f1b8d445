/**
 * One thing a check refuses, and its place.
 */
export interface Problem {
  readonly file: string;
  /** The line from 1; absent for a problem of the whole file. */
  readonly line?: number;
  /** A sentence on what was expected and what was found. */
  readonly message: string;
}

/** Formats a problem as one line that editors can jump to. */
export function describeProblem(problem: Problem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
  return `${place} ${problem.message}`;
}
