/**
 * Asks an authorization server about tokens that only it can read.
 *
 * Spec: RFC 7662
 */
import type { JsonObject } from '@sigil/core';
import { fetchJson } from '../issuers/fetch-json.js';
import type { AuthLimits } from '../limits.js';
import { standardProvider } from '../providers/providers.data.js';
import { canonicalUri } from '../resource/protected-resource.js';
import { readAudiences, readPrincipal } from './read-claims.js';
import { IssuerUnavailable, TokenRefused } from '../token-errors.js';
import type { Verified, Verifier } from './verifier.js';

/** The endpoint, and the credentials of this server there. */
export interface IntrospectionRules {
  /** The introspection endpoint. */
  readonly url: string;
  /** Stands for tokens whose answer names no issuer; another one in an answer is refused. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Audiences that tokens may have in place of the address of an endpoint. */
  readonly audiences: readonly string[];
}

interface IntrospectionParts {
  readonly limits: AuthLimits;
  readonly now: () => number;
  readonly onProblem: (error: Error) => void;
}

/** Takes every token that its server knows: one that is not active may be somebody else's. */
export class IntrospectionVerifier implements Verifier {
  constructor(
    private readonly rules: IntrospectionRules,
    private readonly parts: IntrospectionParts,
  ) {}

  async verify(token: string): Promise<Verified | undefined> {
    const { issuer, audiences } = this.rules;
    const answer = await this.#ask(token);
    if (answer['active'] !== true) return undefined;
    this.#checkTimes(answer);
    if (answer['iss'] !== undefined && answer['iss'] !== issuer) throw new TokenRefused('it is of another issuer');
    const named = readAudiences(answer['aud']);
    const { active: _, ...claims } = answer;
    return {
      principal: readPrincipal(claims, issuer, standardProvider),
      audiences: named.some((it) => audiences.includes(it)) ? 'every' : named.map(canonicalUri),
      reuseMs: this.parts.limits.introspectionReuseMs,
    };
  }

  #checkTimes({ exp, nbf }: JsonObject): void {
    const { limits, now } = this.parts;
    if (typeof exp === 'number' && exp * 1000 + limits.clockToleranceMs <= now())
      throw new TokenRefused('it has expired');
    if (typeof nbf === 'number' && nbf * 1000 - limits.clockToleranceMs > now()) throw new TokenRefused('it is early');
  }

  async #ask(token: string): Promise<JsonObject> {
    const { url, clientId, clientSecret } = this.rules;
    const secret = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const request = {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
      body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
    };
    try {
      const answer = await fetchJson(url, this.parts.limits, request);
      if (answer) return answer;
      throw new IssuerUnavailable(`${url} answered 404`);
    } catch (error) {
      if (error instanceof Error) this.parts.onProblem(error);
      throw error;
    }
  }
}
