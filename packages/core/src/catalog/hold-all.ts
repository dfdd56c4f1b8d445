/**
 * Holds several sources as one.
 */
import type { CatalogHold, CatalogHolder, CatalogSource } from './catalog.js';

/** Holds the current generation of each source until the hold is released. */
export function holdAll(sources: Iterable<CatalogSource>, holder?: CatalogHolder): CatalogHold {
  const holds = Array.from(sources, (source) => source.hold(undefined, holder));
  return { release: () => holds.forEach((hold) => hold.release()) };
}
