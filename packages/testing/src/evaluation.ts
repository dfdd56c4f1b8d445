/**
 * Describes cases for `sigil eval`: requests in users' words, and the tools that they should lead to.
 */

/** A request, and the call that it should lead to. */
export interface EvaluationCase {
  /** The request in a user's words; unique among the cases. */
  readonly words: string;
  /** The name of the tool to be called, as lists show it; `null` if none should be. */
  readonly tool: string | null;
  /** Arguments that the call must have; it may have others. JSON values. */
  readonly arguments?: Readonly<Record<string, unknown>>;
}

/** The cases of one file. */
export interface Evaluation {
  readonly cases: readonly EvaluationCase[];
}

/** Returns its argument, and lets an editor check it. `sigil eval` reads every exported evaluation. */
export function defineEvaluation(evaluation: Evaluation): Evaluation {
  return evaluation;
}
