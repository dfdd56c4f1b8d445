/**
 * Ends the creation of a folder with a message for the person at the terminal.
 */
export class CreateError extends Error {
  override readonly name = 'CreateError';
  /** 1: the command line is valid, but the work failed. 2: the command line is invalid. */
  readonly exitCode: 1 | 2 = 1;
}

/** The command line is invalid. */
export class CreateUsageError extends CreateError {
  override readonly exitCode = 2;
}
