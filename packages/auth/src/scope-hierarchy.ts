/**
 * Expands the scopes of a token by the scopes they include: broader scopes satisfy narrower needs.
 *
 * Spec: 2026-07-28 basic/authorization/index#scope-challenge-handling
 */

/** Included scopes by scope, direct or transitive. */
export type ScopeHierarchy = Readonly<Record<string, readonly string[]>>;

/** @returns a function that adds all included scopes; it returns the same list if no scope includes another */
export function expandScopes(hierarchy: ScopeHierarchy): (scopes: readonly string[]) => readonly string[] {
  const included = new Map(Object.keys(hierarchy).map((scope) => [scope, reach(scope, hierarchy)]));
  return (scopes) => {
    if (!scopes.some((scope) => included.has(scope))) return scopes;
    return [...new Set(scopes.flatMap((scope) => [scope, ...(included.get(scope) ?? [])]))];
  };
}

/** Collects the included scopes. Cycles are allowed; each scope is visited once. */
function reach(scope: string, hierarchy: ScopeHierarchy): readonly string[] {
  const found = new Set<string>();
  const open = [scope];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const inner of Object.hasOwn(hierarchy, next) ? hierarchy[next]! : []) {
      if (found.has(inner)) continue;
      found.add(inner);
      open.push(inner);
    }
  }
  return [...found];
}
