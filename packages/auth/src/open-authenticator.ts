/**
 * Authenticates callers: a token in, a principal or a challenge out.
 *
 * Knows nothing of HTTP servers: a transport passes the `Authorization` header in and sends a challenge as it is.
 */
import type { JsonObject } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import { defaultAuthLimits, type AuthLimits } from './limits.js';
import { standardProvider } from './providers/providers.data.js';
import * as challenges from './resource/challenge.js';
import type { Challenge } from './resource/challenge.js';
import { describeResource, writeMetadata, type ProtectedResource } from './resource/protected-resource.js';
import { expandScopes, type ScopeHierarchy } from './scope-hierarchy.js';
import { readBearer } from './tokens/read-bearer.js';
import { RefusedTokens } from './tokens/refused-tokens.js';
import { VerifiedTokens } from './tokens/verified-tokens.js';
import { ApiKeyVerifier } from './verifying/api-keys.js';
import { CustomVerifier, type VerifyToken } from './verifying/custom.js';
import { IntrospectionVerifier, type IntrospectionRules } from './verifying/introspection.js';
import { JwtVerifier, type JwtIssuer } from './verifying/jwt.js';
import { IssuerUnavailable, TokenRefused } from './token-errors.js';
import type { Verified, Verifier } from './verifying/verifier.js';

/** The verifiers, in the order in which they see a token; at least one is required. */
export interface AuthenticatorOptions {
  readonly issuers?: readonly (Omit<JwtIssuer, 'provider' | 'audiences'> & Partial<JwtIssuer>)[];
  /** The file of API keys, absolute. */
  readonly keysFile?: string | undefined;
  readonly introspection?: IntrospectionRules | undefined;
  readonly verifyToken?: VerifyToken | undefined;
  readonly hierarchy?: ScopeHierarchy;
  readonly limits?: Partial<AuthLimits>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** Reports errors that kept tokens from being verified; never contains a token. */
  readonly onProblem?: (error: Error) => void;
}

/** The part of a request that a transport passes in before it reads the rest. */
export interface PresentedCredentials {
  /** The value of the `Authorization` header; several are joined with commas. */
  readonly authorization: string | undefined;
  /** Path and query as requested. */
  readonly url: string | undefined;
  /** The peer's address, used to count refused tokens. */
  readonly address: string | undefined;
}

/** Authenticates for all endpoints of a server. Holds nothing that has to be closed. */
export interface Authenticator {
  /** @returns synchronously for a cached token */
  authenticate(
    credentials: PresentedCredentials,
    resource: ProtectedResource,
  ): Principal | Challenge | Promise<Principal | Challenge>;
  /**
   * Describes the endpoint at a path. Without an authorization server, for example with API keys only, it has no metadata.
   *
   * @param publicUrl scheme, host and optionally a path, as clients write it
   * @param scopes initial scopes, sent with every 401
   */
  resourceAt(publicUrl: string, path: string, scopes?: readonly string[]): ProtectedResource;
  /**
   * Returns the caller's token, only for exchange at an authorization server.
   *
   * @returns `undefined` for an API key, which no authorization server knows
   */
  tokenOf(principal: Principal): string | undefined;
  /**
   * Writes the document of RFC 9728; `undefined` for a resource without metadata.
   *
   * @param scopes all that a token for the resource can need
   */
  metadataOf(resource: ProtectedResource, scopes: readonly string[]): JsonObject | undefined;
  /** Fetches the keys of every issuer once, so that a wrong address shows at start. Never rejects: failures go to `onProblem`. */
  probe(): Promise<void>;
}

/** @throws RangeError when there is no verifier, so that nobody could call */
export function openAuthenticator(options: AuthenticatorOptions): Authenticator {
  return new VerifyingAuthenticator(options);
}

const inUrl = /[?&]access_token=/i;

class VerifyingAuthenticator implements Authenticator {
  readonly #limits: AuthLimits;
  readonly #now: () => number;
  readonly #jwts: readonly JwtVerifier[];
  readonly #verifiers: readonly Verifier[];
  readonly #servers: readonly string[];
  readonly #expand: (scopes: readonly string[]) => readonly string[];
  readonly #good: VerifiedTokens;
  readonly #refused: RefusedTokens;
  /** Tokens by the principal they produced, dropped with it. */
  readonly #tokens = new WeakMap<Principal, string>();
  /** Counts fetches that removed a key of an issuer. */
  #lostKeys = 0;
  /** Verifications in flight, shared by requests that bring the same token. */
  readonly #pending = new Map<string, Promise<Verified | undefined>>();

  constructor(options: AuthenticatorOptions) {
    const { issuers = [], keysFile, introspection, verifyToken, hierarchy = {}, now = Date.now } = options;
    const limits = { ...defaultAuthLimits, ...options.limits };
    const parts = { limits, now, onProblem: options.onProblem ?? (() => undefined) };
    this.#limits = limits;
    this.#now = now;
    const onKeyGone = (issuer: string): void => {
      this.#lostKeys++;
      this.#good.forgetIssuer(issuer);
    };
    const jwtParts = { ...parts, onKeyGone };
    this.#jwts = issuers.map((it) => new JwtVerifier({ provider: standardProvider, audiences: [], ...it }, jwtParts));
    // API keys come before introspection, so that our keys are never sent to another server.
    this.#verifiers = [
      ...this.#jwts,
      ...(keysFile === undefined ? [] : [new ApiKeyVerifier(keysFile, parts)]),
      ...(introspection ? [new IntrospectionVerifier(introspection, parts)] : []),
      ...(verifyToken ? [new CustomVerifier(verifyToken, parts.limits, parts.onProblem)] : []),
    ];
    if (this.#verifiers.length === 0) throw new RangeError('an authenticator needs an issuer, keys or a verifier');
    this.#servers = [...new Set([...issuers, ...(introspection ? [introspection] : [])].map(({ issuer }) => issuer))];
    this.#expand = expandScopes(hierarchy);
    this.#good = new VerifiedTokens(limits.maxVerifiedTokens);
    this.#refused = new RefusedTokens(limits);
  }

  authenticate(
    { authorization, url, address }: PresentedCredentials,
    resource: ProtectedResource,
  ): Principal | Challenge | Promise<Principal | Challenge> {
    if (url?.includes('access_token') && inUrl.test(url)) {
      return challenges.malformedRequest(resource, 'a token belongs into the Authorization header, never into a URL');
    }
    // Looks up the whole header: a cached token needs no parsing.
    const known = authorization === undefined ? undefined : this.#good.find(authorization, this.#now());
    if (known) return this.#admit(known, resource, address);
    const presented = readBearer(authorization);
    if (presented.kind === 'none') return challenges.tokenNeeded(resource);
    if (presented.kind === 'malformed') {
      return challenges.malformedRequest(resource, 'the Authorization header must be "Bearer" and one token');
    }
    const secondsToWait = this.#refused.secondsToWait(address, this.#now());
    if (secondsToWait > 0) return challenges.tooManyRefused(secondsToWait);
    return this.#authenticateUnknown(presented.token, authorization ?? '', resource, address);
  }

  resourceAt(publicUrl: string, path: string, scopes: readonly string[] = []): ProtectedResource {
    const resource = describeResource(publicUrl, path, scopes);
    return this.#servers.length === 0 ? { ...resource, metadataUrl: undefined } : resource;
  }

  tokenOf(principal: Principal): string | undefined {
    return this.#tokens.get(principal);
  }

  metadataOf(resource: ProtectedResource, scopes: readonly string[]): JsonObject | undefined {
    return resource.metadataUrl === undefined ? undefined : writeMetadata(resource, this.#servers, scopes);
  }

  async probe(): Promise<void> {
    // Failures went to onProblem.
    await Promise.all(this.#jwts.map((verifier) => verifier.probe().catch(() => undefined)));
  }

  async #authenticateUnknown(
    token: string,
    header: string,
    resource: ProtectedResource,
    address: string | undefined,
  ): Promise<Principal | Challenge> {
    try {
      const verified = header.length > this.#limits.maxTokenLength ? undefined : await this.#verifyOnce(token, header);
      if (verified) return this.#admit(verified, resource, address);
    } catch (error) {
      if (error instanceof IssuerUnavailable) return challenges.cannotVerify(this.#limits.issuerRetryMs / 1000);
      if (!(error instanceof TokenRefused)) throw error;
    }
    this.#refused.note(address, this.#now());
    return challenges.invalidToken(resource);
  }

  #admit(verified: Verified, resource: ProtectedResource, address: string | undefined): Principal | Challenge {
    const { audiences, principal } = verified;
    if (audiences === 'every' || audiences.includes(resource.uri)) return principal;
    if (resource.aliases?.some((alias) => audiences.includes(alias))) return principal;
    this.#refused.note(address, this.#now());
    return challenges.invalidToken(resource);
  }

  #verifyOnce(token: string, header: string): Promise<Verified | undefined> {
    const pending = this.#pending.get(token);
    if (pending) return pending;
    const verifying = this.#verify(token, header).finally(() => this.#pending.delete(token));
    this.#pending.set(token, verifying);
    return verifying;
  }

  /** Verifies again if a key of an issuer went meanwhile: it may have signed the token. */
  async #verifyWith(verifier: Verifier, token: string): Promise<Verified | undefined> {
    for (;;) {
      const before = this.#lostKeys;
      const found = await verifier.verify(token);
      if (before === this.#lostKeys) return found;
    }
  }

  async #verify(token: string, header: string): Promise<Verified | undefined> {
    for (const verifier of this.#verifiers) {
      const found = await this.#verifyWith(verifier, token);
      if (!found) continue;
      const { principal } = found;
      const scopes = principal.scopes === 'every' ? principal.scopes : this.#expand(principal.scopes);
      const verified = { ...found, principal: Object.freeze({ ...principal, scopes }) };
      if (!(verifier instanceof ApiKeyVerifier)) this.#tokens.set(verified.principal, token);
      this.#good.remember(header, verified, this.#now());
      return verified;
    }
    return undefined;
  }
}
