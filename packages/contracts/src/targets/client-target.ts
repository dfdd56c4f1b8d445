/**
 * The kinds of client that a plugin's tools can be checked against and rewritten for.
 */

/** `claude`, `openai` and `gemini` are model services with the hosts around them; `vscode` and `cursor` are editors. */
export const clientTargets = ['claude', 'openai', 'gemini', 'vscode', 'cursor'] as const;

/** One of `clientTargets`. */
export type ClientTarget = (typeof clientTargets)[number];

/** Returns the target with the id `name`. */
export function findClientTarget(name: string): ClientTarget | undefined {
  return clientTargets.find((target) => target === name);
}
