/**
 * The signals that ask a command to end, so that it stops what it runs.
 */

/**
 * A terminal sends SIGHUP when it closes. Without one the signal is left to Node: a listener would take it from `nohup`, which ignores it.
 */
export function endingSignals(input: { readonly isTTY?: boolean }): readonly NodeJS.Signals[] {
  return input.isTTY ? ['SIGINT', 'SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM'];
}
