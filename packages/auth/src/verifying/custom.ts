/**
 * Passes tokens that no other verifier knows to a function of the operator.
 */
import type { Principal } from '@sigil/core/engine';
import type { AuthLimits } from '../limits.js';
import { canonicalUri } from '../resource/protected-resource.js';
import { IssuerUnavailable } from '../token-errors.js';
import type { Verified, Verifier } from './verifier.js';

/** The answer of such a function: the principal, and the resources the token was issued for. */
export interface CustomVerdict {
  readonly principal: Principal;
  /** Addresses of endpoints, or `every`. Required, because a token issued for another server must be refused. */
  readonly audiences: readonly string[] | 'every';
}

/** @returns `undefined` for a token that is not valid */
export type VerifyToken = (token: string) => CustomVerdict | undefined | Promise<CustomVerdict | undefined>;

export class CustomVerifier implements Verifier {
  constructor(
    private readonly verifyToken: VerifyToken,
    private readonly limits: AuthLimits,
    private readonly onProblem: (error: Error) => void,
  ) {}

  async verify(token: string): Promise<Verified | undefined> {
    const verdict = await this.#ask(token);
    if (!verdict) return undefined;
    const { principal, audiences } = verdict;
    const canonical = audiences === 'every' ? audiences : audiences.map(canonicalUri);
    return { principal, audiences: canonical, reuseMs: this.limits.introspectionReuseMs };
  }

  async #ask(token: string): Promise<CustomVerdict | undefined> {
    try {
      const verdict: unknown = await this.verifyToken(token);
      if (verdict !== undefined && !isVerdict(verdict)) {
        throw new TypeError('expected { principal: { id, issuer, scopes, claims }, audiences }, or undefined');
      }
      return verdict;
    } catch (cause) {
      const problem = new IssuerUnavailable('the verifier of the configuration failed', { cause });
      this.onProblem(problem);
      throw problem;
    }
  }
}

/** Checks the shape, as the function may be JavaScript. */
function isVerdict(value: unknown): value is CustomVerdict {
  const { principal, audiences } = (value ?? {}) as Partial<CustomVerdict>;
  const { id, issuer, scopes, claims } = (principal ?? {}) as Partial<Principal>;
  return (
    typeof id === 'string' &&
    typeof issuer === 'string' &&
    isListOrEvery(scopes) &&
    typeof claims === 'object' &&
    claims !== null &&
    isListOrEvery(audiences)
  );
}

function isListOrEvery(value: unknown): boolean {
  return value === 'every' || (Array.isArray(value) && value.every((it) => typeof it === 'string'));
}
