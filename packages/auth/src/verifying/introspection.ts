/**
 * Asks an authorization server about opaque tokens.
 *
 * Spec: RFC 7662
 */
import type { JsonObject } from '@sigil/core';
import { fetchJson } from '../issuers/fetch-json.js';
import type { AuthLimits } from '../limits.js';
import { standardProvider } from '../providers/providers.data.js';
import type { Provider } from '../providers/provider.js';
import { UnknownTokens } from './unknown-tokens.js';
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

/** RFC 7662 §2.2 requires no subject: tokens of programs may have none. */
const provider: Provider = { ...standardProvider, subject: 'client' };

interface IntrospectionParts {
  readonly limits: AuthLimits;
  readonly now: () => number;
  readonly onProblem: (error: Error) => void;
}

/** Verifies every token its server knows; an inactive token may belong to another verifier. */
export class IntrospectionVerifier implements Verifier {
  readonly #unknown: UnknownTokens;

  constructor(
    private readonly rules: IntrospectionRules,
    private readonly parts: IntrospectionParts,
  ) {
    this.#unknown = new UnknownTokens(parts.limits);
  }

  async verify(token: string): Promise<Verified | undefined> {
    const { now } = this.parts;
    const unknown = this.#unknown.find(token, now());
    if (unknown?.refusal) throw unknown.refusal;
    if (unknown) return undefined;
    const answer = await this.#ask(token);
    try {
      if (answer['active'] === true) return this.#read(answer);
    } catch (error) {
      if (error instanceof TokenRefused) this.#unknown.add(token, now(), error);
      throw error;
    }
    this.#unknown.add(token, now());
    return undefined;
  }

  #read(answer: JsonObject): Verified {
    const { issuer, audiences } = this.rules;
    this.#checkTimes(answer);
    if (answer['iss'] !== undefined && answer['iss'] !== issuer) throw new TokenRefused('it is of another issuer');
    const named = readAudiences(answer['aud']);
    const { active: _, ...claims } = answer;
    return {
      principal: readPrincipal(claims, { issuer, provider, limits: this.parts.limits }),
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
