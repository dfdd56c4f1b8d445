/**
 * Ends a command with a message for the user and an exit code.
 */

/** 0: it worked. 1: it was asked for correctly and failed. 2: it was asked for wrongly. 130: it was interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/** The message says what was expected, what came and what to do; it is shown as it is. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode = 1;
}

/** The command line itself is wrong. */
export class UsageError extends CommandError {
  override readonly exitCode = 2;
}

/** The command was asked to end before its work was done; the code is that of a shell for a process that SIGINT ended. */
export class InterruptedError extends CommandError {
  override readonly exitCode = 130;
}
