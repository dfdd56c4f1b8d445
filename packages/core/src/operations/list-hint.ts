/**
 * Chooses how long clients may keep a list that changes only with its catalog, and whether they may share it.
 *
 * Spec: 2026-07-28 server/utilities/caching
 */
import type { ServerFacts } from '../calls/server-facts.js';
import type { Catalog } from '../catalog/catalog.js';
import type { CacheHint } from '../model/definitions.js';

/** The hint for a list that depends on its caller, or changes without a notice. */
export const uncached: CacheHint = Object.freeze({ ttlMs: 0, scope: 'private' });

/** A client that keeps no stream open reads the new list within this time after a swap. */
const standard: CacheHint = { ttlMs: 60_000, scope: 'public' };

/** A list of a server that hides components from some callers is private, whatever the server's settings. */
export function listHint({ listHint: given }: ServerFacts, { isPending, showsOnlyAllowed }: Catalog): CacheHint {
  if (isPending === true) return uncached;
  const hint = { ...standard, ...given };
  return showsOnlyAllowed === true ? { ...hint, scope: 'private' } : hint;
}
