/**
 * Reads from the challenge of a refusal which scopes the token lacks.
 *
 * Spec: 2025-11-25 basic/authorization#scope-challenge-handling, RFC 6750 §3.1
 */

/** More than this is no list of scopes that a user could be asked for. */
export const mostScopeCharacters = 2_000;

const insufficient = /(?:^|[\s,])error="?insufficient_scope\b/;
const listed = /(?:^|[\s,])scope="([\x20\x21\x23-\x5b\x5d-\x7e]*)"/;

/** @returns `undefined` for a refusal for another reason, or one that names none */
export function readMissingScopes(challenge: string | undefined): readonly string[] | undefined {
  if (challenge === undefined || !insufficient.test(challenge)) return undefined;
  const scope = listed.exec(challenge)?.[1] ?? '';
  return scope.length <= mostScopeCharacters ? splitScope(scope) : undefined;
}

/** @returns the scopes of a list, each once; `undefined` for none */
export function splitScope(...lists: readonly (string | undefined)[]): readonly string[] | undefined {
  const scopes = new Set(lists.flatMap((list) => (list ?? '').split(' ').filter((scope) => scope !== '')));
  return scopes.size > 0 ? [...scopes] : undefined;
}
