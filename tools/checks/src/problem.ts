/**
 * One thing a check refuses, and where it stands.
 */
export interface Problem {
  readonly file: string;
  /** From 1; absent when the whole file is meant. */
  readonly line?: number;
  /** A sentence on what was expected and what came. */
  readonly message: string;
}

/** One line per problem, as an editor can jump to. */
export function describeProblem(problem: Problem): string {
  const place = problem.line === undefined ? problem.file : `${problem.file}:${problem.line}`;
  return `${place} ${problem.message}`;
}
