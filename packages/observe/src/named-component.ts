/**
 * Names the tool or prompt of a call as the catalog has it.
 */
import type { ObservedCall } from '@sigil/core/engine';

/** Stands for every name and method that there is not. */
export const other = 'other';

/** Never an URI, an id, or a name that the catalog does not have; empty for methods without one. */
export function nameOf({ method, params, catalog }: ObservedCall): string {
  if (method !== 'tools/call' && method !== 'prompts/get') return '';
  const name = params['name'];
  if (typeof name !== 'string') return other;
  const found = method === 'tools/call' ? catalog.findTool(name) : catalog.findPrompt(name);
  return found?.definition.name ?? other;
}

/** The method, where the call's revision has it. */
export function methodOf({ method, revision }: ObservedCall): string {
  return revision.requests.has(method) ? method : other;
}
