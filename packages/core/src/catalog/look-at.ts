/**
 * Looking at a source's catalog, and holding what was found there, whatever the source can.
 */
import type { Catalog, CatalogHolder, CatalogHold, CatalogSource } from './catalog.js';

/** What the source offers now, for who runs nothing of it. */
export function lookAt(source: CatalogSource): Catalog {
  if (source.look) return source.look();
  const pinned = source.pin();
  pinned.release();
  return pinned.catalog;
}

/**
 * Holds what a component needs that `lookAt` has just found; all of a source that cannot tell its parts apart.
 *
 * @param holder told when it can wait no longer
 */
export function pinOnly(source: CatalogSource, component: object, holder?: CatalogHolder): CatalogHold {
  return source.pinOnly ? source.pinOnly(component, holder) : source.pin(holder);
}
