/**
 * Ends a command with a message for the user and an exit code.
 */

/** 0: success. 1: a valid command failed. 2: the command line is invalid. 130: interrupted. */
export type ExitCode = 0 | 1 | 2 | 130;

/** A failed command. The message says what was expected, what came and what to do; it is shown unchanged. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode = 1;
}

/** The command line is invalid. */
export class UsageError extends CommandError {
  override readonly exitCode = 2;
}

/** The command was asked to end before its work was done; the code is a shell's for a process that SIGINT ended. */
export class InterruptedError extends CommandError {
  override readonly exitCode = 130;
}
