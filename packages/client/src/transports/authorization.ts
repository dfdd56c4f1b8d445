/**
 * The credentials that requests to a server carry, when they change over time.
 */

/** Supplies the value of the `Authorization` header. */
export interface Authorization {
  /** Returns the value at once if it is known, and an empty one if no credentials are needed. @throws ConnectionError `unauthorized` when no credentials can be had, `busy` when they can be had later */
  value(): string | Promise<string>;
  /** Reports that the server refused the value, so that the next one differs. */
  forget(value: string): void;
}
