/**
 * The tool that produced a kept value: a task, or a result that was too long to send. A caller that may not call the tool now may
 * not read the value either, even if an earlier token of the same caller produced it.
 */
import type { CatalogSource, Guarded, PublishedTool } from '../catalog/catalog.js';
import type { Principal } from '../model/principal.js';
import { mayUse, requireScopes } from './require-scopes.js';

/** Plain data, since other processes read it too. */
export interface ProducingTool {
  readonly name: string;
  /** The scopes that the tool required; they count once the tool is gone. */
  readonly scopes?: readonly string[];
  /** True when a rule of the operator applied to the tool. */
  readonly isRuled?: true;
}

/** Records the requirements of a tool without keeping its code. */
export function describeProducer({ definition, scopes, permits }: PublishedTool): ProducingTool {
  return { name: definition.name, ...(scopes && { scopes }), ...(permits && { isRuled: true }) };
}

/** Returns whether the caller may read a value that the tool produced. */
export function mayReadProduct(principal: Principal, producer: ProducingTool, source: CatalogSource): boolean {
  return mayUse(principal, findGuard(producer, source));
}

/**
 * @returns whether the value exists for the caller: a server that hides the tool hides its values
 * @throws McpError `insufficient-scope` when the caller may not call the tool now
 */
export function requireProduct(principal: Principal, producer: ProducingTool, source: CatalogSource): boolean {
  if (source.current().showsOnlyAllowed === true) return mayReadProduct(principal, producer, source);
  requireScopes(principal, findGuard(producer, source));
  return true;
}

/** Returns `requireProduct` for one tool; the function keeps nothing of the call alive, however long a result is kept. */
export function guardProduct(tool: PublishedTool, source: CatalogSource): (principal: Principal) => boolean {
  const producer = describeProducer(tool);
  return (principal) => requireProduct(principal, producer, source);
}

/** Returns whether not every caller may use the component. */
export function isGuarded({ scopes = [], permits }: Guarded): boolean {
  return scopes.length > 0 || permits !== undefined;
}

/** Returns the requirements of a component that is gone. Its rule cannot be evaluated, so it refuses. */
export function guardOf({ scopes, isRuled }: Pick<ProducingTool, 'scopes' | 'isRuled'>): Guarded {
  return { ...(scopes && { scopes }), ...(isRuled && { permits: () => false }) };
}

function findGuard(producer: ProducingTool, source: CatalogSource): Guarded {
  return source.current().findTool(producer.name) ?? guardOf(producer);
}
