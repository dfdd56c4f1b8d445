/**
 * Lists some tools of a plugin with other input schemas than their build gave them; everything else is as the plugin was built.
 *
 * For a fixture whose listing somebody compares word by word, with keywords that no TypeScript type gives.
 */
import { buildCatalog } from '@sigil/core';

/** @typedef {Readonly<Record<string, import('@sigil/core').JsonObject>>} ListedSchemas by the name of the tool */

/**
 * The same source, with these schemas in its lists.
 *
 * @param {import('@sigil/core').CatalogSource} source
 * @param {ListedSchemas} schemas
 * @returns {import('@sigil/core').CatalogSource}
 */
export function replaceSchemas(source, schemas) {
  // Lists are written once per catalog, so equal catalogs must stay one.
  /** @type {WeakMap<import('@sigil/core').Catalog, import('@sigil/core').Catalog>} */
  const replaced = new WeakMap();
  const byName = new Map(Object.entries(schemas));
  return {
    pin() {
      const pinned = source.pin();
      const { catalog } = pinned;
      const known = replaced.get(catalog) ?? replaceIn(catalog, byName);
      replaced.set(catalog, known);
      return { catalog: known, release: () => pinned.release() };
    },
    onChange: (listener) => source.onChange(listener),
    onResourceUpdated: (listener) => source.onResourceUpdated(listener),
  };
}

/** @param {import('@sigil/core').Catalog} catalog @param {ReadonlyMap<string, import('@sigil/core').JsonObject>} schemas */
function replaceIn(catalog, schemas) {
  const tools = catalog.tools.map((tool) => {
    const inputSchema = schemas.get(tool.definition.name);
    return inputSchema ? { ...tool, definition: { ...tool.definition, inputSchema } } : tool;
  });
  return buildCatalog({ ...catalog, tools });
}
