/**
 * Every error a peer can get, by name. Only a revision's row turns a kind into a number.
 *
 * Spec: 2026-07-28 basic/index#error-codes
 */
export const errorKinds = [
  'parse-error',
  'invalid-request',
  'method-not-found',
  'invalid-params',
  'malformed-envelope',
  'resource-not-found',
  'internal-error',
  'rate-exceeded',
  'insufficient-scope',
  'unknown-session',
  'header-mismatch',
  'missing-client-capability',
  'unsupported-version',
] as const;

/** One of the kinds. */
export type ErrorKind = (typeof errorKinds)[number];
