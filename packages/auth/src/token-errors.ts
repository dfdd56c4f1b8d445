/**
 * The two reasons for which a token is not accepted.
 */

/** The token is not valid. The message goes at most to the operator's log: callers see only `invalid_token`. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused';
}

/** The issuer does not answer, or the key file cannot be read. The token may be valid. */
export class IssuerUnavailable extends Error {
  override readonly name = 'IssuerUnavailable';
}
