/**
 * Reads who presents a token from its claims.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import type { Provider } from '../providers/provider.js';
import { TokenRefused } from '../token-errors.js';

type ClaimRules = Pick<Provider, 'scopeClaims' | 'clientClaims'>;

/**
 * @param issuer whoever said so
 * @throws TokenRefused when the claims name neither a subject nor a client
 */
export function readPrincipal(claims: JsonObject, issuer: string, rules: ClaimRules): Principal {
  const client = rules.clientClaims.map((name) => claims[name]).find((value) => typeof value === 'string');
  const id = claims['sub'] ?? client;
  if (typeof id !== 'string' || id === '') throw new TokenRefused('the token names nobody');
  const { exp } = claims;
  return {
    id,
    issuer,
    ...(typeof client === 'string' ? { client } : {}),
    scopes: [...new Set(rules.scopeClaims.flatMap((name) => readScopes(claims[name])))],
    claims,
    ...(typeof exp === 'number' ? { expiresAt: exp * 1000 } : {}),
  };
}

/** A text with spaces between them, or a list. */
function readScopes(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value.split(' ').filter((scope) => scope !== '');
  return Array.isArray(value) ? value.filter((scope): scope is string => typeof scope === 'string') : [];
}

/** One text, or a list of them. */
export function readAudiences(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : [];
}

/** Whether the claims have the mark that tells access tokens from others. */
export function hasMark(claims: unknown, mark: Provider['mark']): boolean {
  if (!mark) return true;
  const value = isJsonObject(claims) ? claims[mark.claim] : undefined;
  return mark.value === undefined ? value !== undefined : value === mark.value;
}
