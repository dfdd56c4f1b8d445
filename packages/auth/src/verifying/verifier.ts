/**
 * The interface that the verifiers of all kinds of tokens have.
 */
import type { Principal } from '@sigil/core/engine';

/** A token that was found good. */
export interface Verified {
  readonly principal: Principal;
  /** The resources that the token was issued for, in canonical form; `every` where whoever issued it meant this server. */
  readonly audiences: readonly string[] | 'every';
  /** Time for which the answer may be used again. */
  readonly reuseMs: number;
}

/** Verifies tokens of one kind. */
export interface Verifier {
  /**
   * @returns `undefined` for a token of another kind or issuer
   * @throws TokenRefused for a token of this kind that is not good
   * @throws IssuerUnavailable when nobody can tell now
   */
  verify(token: string): Promise<Verified | undefined>;
}
