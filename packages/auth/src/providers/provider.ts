/**
 * Describes how a kind of authorization server writes its access tokens. Providers differ in data only.
 */

/** One row of the table of providers. */
export interface Provider {
  /** The issuer, with `{domain}` and similar for the parts an operator fills in; `{issuer}` means all of it. */
  readonly issuer: string;
  /** `at+jwt`: the token header says that it is an access token (RFC 9068). `any`: it does not. */
  readonly type: 'at+jwt' | 'any';
  /** A claim that only access tokens have. It identifies ID tokens, which are refused, when the header does not. */
  readonly mark?: { readonly claim: string; readonly value?: string };
  /** Claims that hold scopes, as a space-separated string or a list; all of them count. */
  readonly scopeClaims: readonly string[];
  /** Claims that name the client; the first one present counts. */
  readonly clientClaims: readonly string[];
  /** `required`: a token without `sub` is refused. `client`: it is a token of its client, which then is the caller. */
  readonly subject: 'required' | 'client';
  /** The claim that names the audience. */
  readonly audienceClaim: 'aud' | 'client_id';
  /** `configured`: the provider cannot issue tokens for an address, so the operator names the audience. */
  readonly audience: 'resource' | 'configured';
}
