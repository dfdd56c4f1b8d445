/**
 * Counts the callers that authentication refuses, by reason. Calls that fail for lack of a scope are counted as calls.
 */
import type { Metrics } from '@sigil/observe';
import type { Authenticate, Denial } from '@sigil/transport-http';
import { adminPath } from '../admin/admin-path.js';
import type { Authentication } from '../authentication/open-authentication.js';

type Counting = Pick<Metrics, 'count'>;

export function countAuthentication(authentication: Authentication, metrics: Counting | undefined): Authentication {
  if (!metrics) return authentication;
  const counting = countRefused(metrics);
  const count = (denial: Denial): Denial => {
    counting(denial);
    return denial;
  };
  const counted =
    (authenticate: Authenticate): Authenticate =>
    (credentials) => {
      const verdict = authenticate(credentials);
      if ('then' in verdict) return verdict.then((it) => ('status' in it ? count(it) : it));
      return 'status' in verdict ? count(verdict) : verdict;
    };
  return {
    tokenOf: (principal) => authentication.tokenOf(principal),
    metadataAt: (path, scopes) => authentication.metadataAt(path, scopes),
    ofPages: (path, shortPath) => counted(authentication.ofPages(path, shortPath)),
    at(path, shortPath) {
      const { authenticate, denyScopes } = authentication.at(path, shortPath);
      return {
        authenticate: counted(authenticate),
        denyScopes: path === adminPath ? (scopes, url) => count(denyScopes(scopes, url)) : denyScopes,
      };
    },
  };
}

/** Counts one refused caller. */
export function countRefused(metrics: Counting): (denial: Denial) => void {
  return (denial) => metrics.count('sigil_auth_refused_total', { reason: reasonOf(denial) });
}

const reasons: ReadonlyMap<number, string> = new Map([
  [403, 'insufficient-scope'],
  [429, 'too-many-tries'],
  [503, 'unavailable'],
]);

function reasonOf({ status, headers }: Denial): string {
  if (status !== 401) return reasons.get(status) ?? 'malformed';
  return headers['WWW-Authenticate']?.includes('error="invalid_token"') ? 'invalid-token' : 'no-token';
}
