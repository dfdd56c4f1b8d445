/**
 * Decides whether a caller may use a component; no other place does. Writes and reads the scopes that it lacks.
 *
 * Spec: 2026-07-28 basic/authorization#scope-challenge-handling
 */
import type { Guarded } from '../catalog/catalog.js';
import { McpError } from '../errors/mcp-error.js';
import { isJsonObject } from '../model/json.js';
import { localPrincipal, type Principal } from '../model/principal.js';

/** Returns whether the caller has every required scope of the component, and passes its rule. */
export function mayUse(principal: Principal, component: Guarded): boolean {
  return principal === localPrincipal || (hasScopes(principal, component) && component.permits?.(principal) !== false);
}

/**
 * Call it before any code of the component runs, and before any hold or wait.
 *
 * @throws McpError `insufficient-scope` that names all scopes of the component, held or not, since a client requests all of them
 * at once. It names none if a rule refuses the caller: no scope would help, and rules are not disclosed
 */
export function requireScopes(principal: Principal, component: Guarded): void {
  if (mayUse(principal, component)) return;
  const { scopes = [] } = component;
  if (hasScopes(principal, component)) throw new McpError('insufficient-scope', 'you may not use this');
  throw new McpError('insufficient-scope', `this needs the scope ${scopes.join(' ')}`, { scopes });
}

/** @returns the scopes that an `insufficient-scope` error names; `undefined` where no scope would help */
export function readNeededScopes({ kind, data }: McpError): readonly string[] | undefined {
  if (kind !== 'insufficient-scope' || !isJsonObject(data)) return undefined;
  const { scopes } = data;
  return Array.isArray(scopes) ? scopes.map(String) : undefined;
}

function hasScopes({ scopes: held }: Principal, { scopes: needed }: Guarded): boolean {
  if (needed === undefined || held === 'every') return true;
  return needed.every((scope) => held.includes(scope));
}
