/**
 * The scopes that authors and operators require of callers, for readers of a server's pages.
 */
import type { CatalogSource, Components } from '@sigil/core/catalog';

/** @returns the scopes of each definition that requires any */
export function scopesOf(source: CatalogSource): ReadonlyMap<object, readonly string[]> {
  const { tools, resources, resourceTemplates, prompts }: Components = source.current();
  return new Map(
    [...tools, ...resources, ...resourceTemplates, ...prompts].flatMap(({ definition, scopes = [] }) =>
      scopes.length > 0 ? [[definition, scopes] as const] : [],
    ),
  );
}

/** Returns every scope that a component requires, sorted. */
export function listScopes(source: CatalogSource): readonly string[] {
  return [...new Set([...scopesOf(source).values()].flat())].sort();
}

/** Writes a line for the log when scopes are declared and callers are not authenticated; `undefined` when there are none. */
export function describeUnenforced(
  servers: readonly { readonly name: string; readonly source: CatalogSource }[],
): string | undefined {
  const declaring = servers.filter(({ source }) => scopesOf(source).size > 0).map(({ name }) => name);
  if (declaring.length === 0) return undefined;
  const shown = declaring.length > 10 ? [...declaring.slice(0, 10), `${declaring.length - 10} more`] : declaring;
  return `scopes are declared and not enforced, as nobody is asked who they are: ${shown.join(', ')}`;
}
