/**
 * Maps the catalogs of a source, for wrappers of every kind.
 */
import type { Catalog, CatalogSource } from './catalog.js';
import { deriveOnce } from './derive-once.js';

/**
 * Wraps a source. Holds go to the underlying source, which recognises its components by their `original`.
 *
 * @param map called once for each catalog, so that equal catalogs stay identical; it must change components with `derive`
 */
export function mapSource(source: CatalogSource, map: (catalog: Catalog) => Catalog): CatalogSource {
  const mapped = deriveOnce(map);
  return {
    current: () => mapped(source.current()),
    hold: (component, holder) => source.hold(component, holder),
    onChange: (listener) => source.onChange(listener),
    onResourceUpdated: (listener) => source.onResourceUpdated(listener),
  };
}
