/**
 * Names an upstream server in statuses and logs, by the facts that it states about itself.
 */
import { escapeInvisible } from '@sigil/client/internal';
import type { JsonObject } from '@sigil/core';

/** @param info the upstream's facts about itself @returns an empty object for an upstream without a name */
export function nameServer({ name, version }: JsonObject): { readonly server?: string } {
  if (typeof name !== 'string') return {};
  return { server: escapeInvisible(`${name} ${typeof version === 'string' ? version : ''}`.trim()) };
}
