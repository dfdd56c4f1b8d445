/**
 * Every limit of authentication, with its default. `docs/reference/limits.md` describes them.
 */

export interface AuthLimits {
  /** Longest `Authorization` header that is read, in characters. */
  readonly maxTokenLength: number;
  /** Most verified tokens in the cache. */
  readonly maxVerifiedTokens: number;
  /** Time after which a JWT is verified again. */
  readonly tokenReuseMs: number;
  /** Time for which the answer of an introspection endpoint is cached. */
  readonly introspectionReuseMs: number;
  /** Time after which an API key is looked up again, so that a revoked one is refused. */
  readonly keyReuseMs: number;
  /** Difference between clocks that `exp` and `nbf` allow. */
  readonly clockToleranceMs: number;
  /** Longest time for one request to an issuer. */
  readonly issuerTimeoutMs: number;
  /** Most bytes of an issuer's answer. */
  readonly maxIssuerBytes: number;
  /** Age at which an issuer's keys are fetched again. */
  readonly issuerKeysMs: number;
  /** Time for which older keys still serve when the issuer does not answer. */
  readonly staleKeysMs: number;
  /** Least time between two fetches of keys caused by tokens that name an unknown key. */
  readonly unknownKeyMs: number;
  /** Wait after a fetch of keys failed. */
  readonly issuerRetryMs: number;
  /** Most refused tokens of one network in `refusedTokenWindowMs`; beyond it only cached tokens are accepted. */
  readonly maxRefusedTokens: number;
  readonly refusedTokenWindowMs: number;
  /** Time for which a token that introspection refused is refused without another request. */
  readonly unknownTokenMs: number;
  /** Most such tokens; beyond it the oldest is dropped. */
  readonly maxUnknownTokens: number;
  /** Most networks whose refused tokens are counted; beyond it the oldest count is dropped. */
  readonly maxRefusedNetworks: number;
}

export const defaultAuthLimits: AuthLimits = {
  maxTokenLength: 12_288,
  maxVerifiedTokens: 4_096,
  tokenReuseMs: 300_000,
  introspectionReuseMs: 60_000,
  keyReuseMs: 5_000,
  clockToleranceMs: 30_000,
  issuerTimeoutMs: 5_000,
  maxIssuerBytes: 524_288,
  issuerKeysMs: 600_000,
  staleKeysMs: 600_000,
  unknownKeyMs: 30_000,
  issuerRetryMs: 5_000,
  maxRefusedTokens: 100,
  refusedTokenWindowMs: 60_000,
  unknownTokenMs: 10_000,
  maxUnknownTokens: 4_096,
  maxRefusedNetworks: 1_000,
};
