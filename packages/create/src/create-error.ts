/**
 * Ends the making of a folder with a message for the person at the terminal.
 */
export class CreateError extends Error {
  override readonly name = 'CreateError';
  /** 1: it was asked for correctly and cannot be carried out. 2: the command line itself is wrong. */
  readonly exitCode: 1 | 2 = 1;
}

/** The command line is wrong. */
export class CreateUsageError extends CreateError {
  override readonly exitCode = 2;
}
