/**
 * Chooses between two environment variables for one setting: ours, and the one of a server that this one may replace.
 */

/** A variable by its name, for messages. An empty one counts as absent. */
export interface ChosenVariable {
  readonly name: string;
  readonly value: string | undefined;
}

/** @returns the first variable, unless only the second one is set */
export function chooseVariable(environment: NodeJS.ProcessEnv, own: string, other: string): ChosenVariable {
  const value = environment[own] || undefined;
  if (value !== undefined || !environment[other]) return { name: own, value };
  return { name: other, value: environment[other] };
}
