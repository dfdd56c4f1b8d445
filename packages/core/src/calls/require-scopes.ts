/**
 * Decides whether a caller may use a component: the one place that does.
 *
 * Spec: 2026-07-28 basic/authorization#scope-challenge-handling
 */
import type { Guarded } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import type { Principal } from '../model/principal.js';

/** Returns whether the caller has every scope that the component asks for. */
export function mayUse({ scopes: held }: Principal, { scopes: needed }: Guarded): boolean {
  if (needed === undefined || held === 'every') return true;
  return needed.every((scope) => held.includes(scope));
}

/**
 * Called before anything of the component runs, is held or is waited for.
 *
 * @throws McpError `insufficient-scope` that names all scopes of the component, held or not: a client asks for all of them at once
 */
export function requireScopes(principal: Principal, component: Guarded): void {
  const { scopes = [] } = component;
  if (mayUse(principal, component)) return;
  throw new McpError('insufficient-scope', `this needs the scope ${scopes.join(' ')}`, { scopes });
}
