/**
 * The interface of the verifiers of all kinds of tokens.
 */
import type { Principal } from '@sigil/core/engine';

/** A verified token. */
export interface Verified {
  readonly principal: Principal;
  /** The resources that the token was issued for, in canonical form; `every` if its issuer meant this server. */
  readonly audiences: readonly string[] | 'every';
  /** Time for which the answer may be cached. */
  readonly reuseMs: number;
}

/** Verifies tokens of one kind. */
export interface Verifier {
  /**
   * @returns `undefined` for a token of another kind or issuer
   * @throws TokenRefused for an invalid token of this kind
   * @throws IssuerUnavailable when the token cannot be verified at present
   */
  verify(token: string): Promise<Verified | undefined>;
}
