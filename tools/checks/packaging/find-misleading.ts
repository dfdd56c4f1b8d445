/**
 * Finds the lines of a command's output that would lead a newcomer astray although the command worked.
 *
 * A warning about something that the newcomer did not do, a word of alarm, a trace of a stack.
 */
const misleading: readonly RegExp[] = [
  /\b(warn(ing)?|error|deprecated|failed|cannot|could not|unable|missing|vulnerabilit|unsupported|EBADENGINE|ERR_)/i,
  /^\s+at .*:\d+:\d+\)?$/,
  /ignored build scripts|approve-(builds|scripts)|not covered by allowScripts/i,
];

/** @param output both streams of a command that ended with 0, in a pipe */
export function findMisleading(output: string): string[] {
  return output.split('\n').filter((line) => misleading.some((pattern) => pattern.test(line)));
}
