/**
 * The credentials that requests to an upstream server carry, when they change over time.
 */

/** Supplies the value of the `Authorization` header. */
export interface Authorization {
  /** Returns the value at once if it is known. @throws UpstreamError `unauthorized` when no credentials can be had, `busy` when they can be had later */
  value(): string | Promise<string>;
  /** Reports that the upstream refused the value, so that the next one differs. */
  forget(value: string): void;
}
