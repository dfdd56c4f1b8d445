/**
 * Asks an authorization server about opaque tokens.
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

/** The endpoint, and this server's credentials there. */
export interface IntrospectionRules {
  /** The introspection endpoint. */
  readonly url: string;
  /** The issuer of tokens whose answer names none; an answer with another issuer is refused. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Audiences accepted in place of the address of an endpoint. */
  readonly audiences: readonly string[];
}

interface IntrospectionParts {
  readonly limits: AuthLimits;
  readonly now: () => number;
  readonly onProblem: (error: Error) => void;
}

/** Verifies every token its server knows; an inactive token may belong to another verifier. */
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
      principal: readPrincipal(claims, { issuer, provider: standardProvider, limits: this.parts.limits }),
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
