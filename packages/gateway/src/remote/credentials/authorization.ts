/**
 * The credentials that requests to an upstream server carry, when they are not the same for ever.
 */

/** Gives the value of the `Authorization` header. */
export interface Authorization {
  /** At once where it is known. @throws UpstreamError `unauthorized` when there is none to be had */
  value(): string | Promise<string>;
  /** The value was refused: the next one is another. */
  forget(value: string): void;
}
