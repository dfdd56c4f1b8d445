/**
 * Derives values from catalogs, which are immutable: one value for each, which is collected with its catalog.
 */
import type { Catalog } from './catalog.js';

/** @returns a function that derives a value at its first call with a catalog, and returns the same value later */
export function deriveOnce<Derived extends object>(
  derive: (catalog: Catalog) => Derived,
): (catalog: Catalog) => Derived {
  const derived = new WeakMap<Catalog, Derived>();
  return (catalog) => {
    const known = derived.get(catalog);
    if (known) return known;
    const made = derive(catalog);
    derived.set(catalog, made);
    return made;
  };
}
