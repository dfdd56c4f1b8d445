/**
 * The part of a catalog for clients that show no views: neither tools that are for views only, nor views in their lists.
 *
 * Spec: ext-apps 2026-01-26
 */
import { buildCatalog } from '../catalog/build-catalog.js';
import type { Catalog } from '../catalog/catalog.js';
import { deriveOnce } from '../catalog/derive-once.js';
import { isForViewsOnly, isView } from '../model/views.js';

const callable = new WeakMap<Catalog, Catalog>();

/** Returns the catalog in which tools that are for views only are unknown; the same object for the same catalog. */
export function withoutViewTools(catalog: Catalog): Catalog {
  const known = callable.get(catalog);
  if (known) return known;
  const tools = catalog.tools.filter(({ definition }) => !isForViewsOnly(definition));
  const formerTools = (catalog.formerTools ?? []).filter(({ tool }) => !tool || !isForViewsOnly(tool.definition));
  const made = { ...buildCatalog({ ...catalog, tools, formerTools }), hasViewTools: true };
  callable.set(catalog, made);
  callable.set(made, made);
  return made;
}

/** Returns the catalog whose list of resources has no views; they can be read all the same. */
export const withoutViews: (catalog: Catalog) => Catalog = deriveOnce((catalog) => ({
  ...catalog,
  resources: catalog.resources.filter(({ definition }) => !isView(definition)),
}));
