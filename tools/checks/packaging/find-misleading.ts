/**
 * Finds lines in a command's output that would mislead a newcomer although the command succeeded: a warning about something
 * the newcomer did not do, an alarming word, a stack trace.
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
