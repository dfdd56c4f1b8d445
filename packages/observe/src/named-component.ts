/**
 * Names the tool or prompt of a call as the catalog does.
 */
import type { ObservedCall } from '@sigil/core/engine';

/** Replaces every name and method that does not exist. */
export const other = 'other';

/** Returns a name from the catalog, never a URI or an id; empty for methods without one. */
export function nameOf({ method, params, catalog }: ObservedCall): string {
  if (method !== 'tools/call' && method !== 'prompts/get') return '';
  const name = params['name'];
  if (typeof name !== 'string') return other;
  const found = method === 'tools/call' ? catalog.findTool(name) : catalog.findPrompt(name);
  return found?.definition.name ?? other;
}

/** Returns the method if the call's revision has it. */
export function methodOf({ method, revision }: ObservedCall): string {
  return revision.requests.has(method) ? method : other;
}
