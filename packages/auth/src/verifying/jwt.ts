/**
 * Verifies JSON Web Tokens of one issuer.
 *
 * Spec: RFC 9068 §4, RFC 8725
 */
import { decodeJwt, errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import { isJsonObject, type JsonObject } from '@sigil/core';
import { IssuerKeys } from '../issuers/issuer-keys.js';
import type { AuthLimits } from '../limits.js';
import { publicKeyAlgorithms } from '../providers/public-key-algorithms.data.js';
import type { Provider } from '../providers/provider.js';
import { canonicalUri } from '../resource/protected-resource.js';
import { hasMark, readAudiences, readPrincipal } from './read-claims.js';
import { TokenRefused } from '../token-errors.js';
import type { Verified, Verifier } from './verifier.js';

/** One issuer, and the rules for its tokens. */
export interface JwtIssuer {
  /** The exact value of `iss`. */
  readonly issuer: string;
  readonly provider: Provider;
  /** Audiences accepted in place of the address of an endpoint. */
  readonly audiences: readonly string[];
  /** Defaults to all of `publicKeyAlgorithms`. */
  readonly algorithms?: readonly string[] | undefined;
  /** Found by discovery when left out. */
  readonly keysUrl?: string | undefined;
}

interface JwtParts {
  readonly limits: AuthLimits;
  readonly now: () => number;
  readonly onProblem: (error: Error) => void;
  /** Called when a key of the issuer is gone: tokens verified before must be verified again. */
  readonly onKeyGone: (issuer: string) => void;
}

/** Verifies the tokens that name its issuer. */
export class JwtVerifier implements Verifier {
  readonly #keys: IssuerKeys;
  readonly #algorithms: string[];

  constructor(
    private readonly rules: JwtIssuer,
    private readonly parts: JwtParts,
  ) {
    this.#keys = new IssuerKeys({
      ...parts,
      issuer: rules.issuer,
      keysUrl: rules.keysUrl,
      onKeyGone: () => parts.onKeyGone(rules.issuer),
    });
    this.#algorithms = [...(rules.algorithms ?? publicKeyAlgorithms)];
  }

  /** Returns whether the token names this issuer. Nothing is verified yet. */
  isOfIssuer(token: string): boolean {
    try {
      return decodeJwt(token).iss === this.rules.issuer;
    } catch {
      // Not a JWT: a token of another kind.
      return false;
    }
  }

  /** Fetches the issuer's keys, for the check at start. */
  probe(): Promise<void> {
    return this.#keys.probe();
  }

  async verify(token: string): Promise<Verified | undefined> {
    if (!this.isOfIssuer(token)) return undefined;
    const { issuer, provider, audiences } = this.rules;
    const claims = await this.#verified(token);
    if (!hasMark(claims, provider.mark)) throw new TokenRefused('this is no access token');
    const named = readAudiences(claims[provider.audienceClaim] ?? claims['aud']);
    const isConfigured = named.some((audience) => audiences.includes(audience));
    return {
      principal: readPrincipal(claims, { issuer, provider, limits: this.parts.limits }),
      audiences: isConfigured ? 'every' : named.map(canonicalUri),
      reuseMs: this.parts.limits.tokenReuseMs,
    };
  }

  async #verified(token: string): Promise<JsonObject> {
    const { limits, now } = this.parts;
    const { issuer, provider } = this.rules;
    const options: JWTVerifyOptions = {
      issuer,
      algorithms: this.#algorithms,
      requiredClaims: ['exp'],
      clockTolerance: limits.clockToleranceMs / 1000,
      currentDate: new Date(now()),
      ...(provider.type === 'any' ? {} : { typ: provider.type }),
    };
    try {
      const payload = await verifyWithAny(token, this.#keys.find, options);
      if (isJsonObject(payload)) return payload;
      throw new TokenRefused('the claims are no JSON object');
    } catch (cause) {
      if (cause instanceof errors.JOSEError) throw new TokenRefused(cause.code, { cause });
      throw cause;
    }
  }
}

/** Verifies a token that names no key with each of the issuer's keys for its algorithm. */
async function verifyWithAny(token: string, find: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<unknown> {
  try {
    return (await jwtVerify(token, find, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      const verified = await jwtVerify(token, key, options).catch(unlessOfAnotherKey);
      if (verified) return verified.payload;
    }
    throw error;
  }
}

/** @throws every other error */
function unlessOfAnotherKey(error: unknown): undefined {
  if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
}
