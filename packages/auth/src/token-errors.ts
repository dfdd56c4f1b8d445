/**
 * The two ways in which a token is not admitted.
 */

/** The token is not good. The message is for the operator's log at most: callers read `invalid_token` and nothing else. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/** The issuer does not answer, or the file cannot be read. The token may be good. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}
