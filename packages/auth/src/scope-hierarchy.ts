/**
 * Adds to the scopes of a token those that they include: broader scopes satisfy narrower needs.
 *
 * Spec: 2026-07-28 basic/authorization/index#scope-challenge-handling
 */

/** By scope: the scopes that it includes, directly or by one of those. */
export type ScopeHierarchy = Readonly<Record<string, readonly string[]>>;

/** @returns a function that gives scopes with all that they include; equal lists where they include nothing */
export function expandScopes(hierarchy: ScopeHierarchy): (scopes: readonly string[]) => readonly string[] {
  const included = new Map(Object.keys(hierarchy).map((scope) => [scope, reach(scope, hierarchy)]));
  return (scopes) => {
    if (!scopes.some((scope) => included.has(scope))) return scopes;
    return [...new Set(scopes.flatMap((scope) => [scope, ...(included.get(scope) ?? [])]))];
  };
}

/** A scope may include itself by others; it is found once. */
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
