/**
 * Reads the principal from the claims of a token.
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { Principal } from '@sigil/core/engine';
import type { AuthLimits } from '../limits.js';
import type { Provider } from '../providers/provider.js';
import { TokenRefused } from '../token-errors.js';

type ClaimRules = Pick<Provider, 'scopeClaims' | 'clientClaims' | 'subject'>;

interface ReadRules {
  /** The issuer of the claims. */
  readonly issuer: string;
  readonly provider: ClaimRules;
  readonly limits: Pick<AuthLimits, 'clockToleranceMs'>;
}

/**
 * Returns a principal that expires when its token is refused: streams would otherwise end while their token is still accepted,
 * and clients would open them again and again with it.
 *
 * @throws TokenRefused when the claims name no subject, and no client that may stand in for it
 */
export function readPrincipal(claims: JsonObject, { issuer, provider: rules, limits }: ReadRules): Principal {
  const client = rules.clientClaims.map((name) => claims[name]).find((value) => typeof value === 'string');
  const id = claims['sub'] ?? (rules.subject === 'client' ? client : undefined);
  if (typeof id !== 'string' || id === '') throw new TokenRefused('the token names nobody');
  const { exp } = claims;
  return {
    id,
    issuer,
    ...(typeof client === 'string' ? { client } : {}),
    scopes: [...new Set(rules.scopeClaims.flatMap((name) => readScopes(claims[name])))],
    claims,
    ...(typeof exp === 'number' ? { expiresAt: exp * 1000 + limits.clockToleranceMs } : {}),
  };
}

/** Reads a space-separated string, or a list. */
function readScopes(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return value.split(' ').filter((scope) => scope !== '');
  return Array.isArray(value) ? value.filter((scope): scope is string => typeof scope === 'string') : [];
}

/** Reads one string, or a list. */
export function readAudiences(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((it): it is string => typeof it === 'string') : [];
}

/** Returns whether the claims have the mark of an access token. */
export function hasMark(claims: unknown, mark: Provider['mark']): boolean {
  if (!mark) return true;
  const value = isJsonObject(claims) ? claims[mark.claim] : undefined;
  return mark.value === undefined ? value !== undefined : value === mark.value;
}
