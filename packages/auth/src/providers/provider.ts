/**
 * How a kind of authorization server writes its access tokens. Providers differ in data only.
 */

/** One row of the table of providers. */
export interface Provider {
  /** The issuer with `{domain}` and such for what an operator fills in; `{issuer}` stands for all of it. */
  readonly issuer: string;
  /** `at+jwt`: tokens say in their header that they are access tokens (RFC 9068). `any`: they do not. */
  readonly type: 'at+jwt' | 'any';
  /** A claim that only access tokens have, so that an ID token is refused where the header does not tell. */
  readonly mark?: { readonly claim: string; readonly value?: string };
  /** Claims that hold scopes, as a text with spaces or a list; all of them count. */
  readonly scopeClaims: readonly string[];
  /** Claims that name the client; the first that is there counts. */
  readonly clientClaims: readonly string[];
  /** The claim that names who a token is for. */
  readonly audienceClaim: 'aud' | 'client_id';
  /** `configured`: it cannot issue tokens for an address; the operator names the audience that its tokens have. */
  readonly audience: 'resource' | 'configured';
}
