/**
 * Chooses how long clients may keep a list that changes only with its catalog, and whether they may share it.
 *
 * Spec: 2026-07-28 server/utilities/caching
 */
import type { InterceptingServer } from '../calls/interception.js';
import type { Catalog } from '../catalog/catalog.js';
import type { CacheHint } from '../model/definitions.js';

/** The hint for a list that depends on its caller, or changes without a notice. */
export const uncached: CacheHint = Object.freeze({ ttlMs: 0, scope: 'private' });

/** A client that keeps no stream open reads the new list within this time after a swap. */
const standard: CacheHint = { ttlMs: 60_000, scope: 'public' };

/**
 * A list of a server that hides components from some callers is private, whatever the server's settings. So is one that passes through
 * interceptors, which may refuse it to some callers.
 *
 * @param method the request for the list
 */
export function listHint(
  { listHint: given, interceptors }: Pick<InterceptingServer, 'listHint' | 'interceptors'>,
  { isPending, showsOnlyAllowed }: Catalog,
  method: string,
): CacheHint {
  if (isPending === true) return uncached;
  const hint = { ...standard, ...given };
  const isPrivate = showsOnlyAllowed === true || interceptors?.covers(method) === true;
  return isPrivate ? { ...hint, scope: 'private' } : hint;
}
