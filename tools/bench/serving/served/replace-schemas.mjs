/**
 * Lists some tools of a plugin with other input schemas than their build gave them, and enforces those; everything else is as the
 * plugin was built.
 *
 * For a fixture whose listing somebody compares word by word, with keywords that no TypeScript type gives.
 */
import { buildCatalog } from '@sigil/core/catalog';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** @typedef {Readonly<Record<string, import('@sigil/core').JsonObject>>} ListedSchemas by the name of the tool */

/**
 * The same source, with these schemas in its lists.
 *
 * @param {import('@sigil/core/catalog').CatalogSource} source
 * @param {ListedSchemas} schemas
 * @returns {import('@sigil/core/catalog').CatalogSource}
 */
export function replaceSchemas(source, schemas) {
  // Lists are written once per catalog, so equal catalogs must stay one.
  /** @type {WeakMap<import('@sigil/core/catalog').Catalog, import('@sigil/core/catalog').Catalog>} */
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

/** @param {import('@sigil/core/catalog').Catalog} catalog @param {ReadonlyMap<string, import('@sigil/core').JsonObject>} schemas */
function replaceIn(catalog, schemas) {
  const tools = catalog.tools.map((tool) => {
    const inputSchema = schemas.get(tool.definition.name);
    return inputSchema ? withSchema(tool, inputSchema) : tool;
  });
  return buildCatalog({ ...catalog, tools });
}

/**
 * @param {import('@sigil/core/catalog').PublishedTool} tool
 * @param {import('@sigil/core').JsonObject} inputSchema
 * @returns {import('@sigil/core/catalog').PublishedTool}
 */
function withSchema(tool, inputSchema) {
  const fits = new Ajv2020({ strict: false }).compile(inputSchema);
  return {
    ...tool,
    definition: { ...tool.definition, inputSchema },
    run(input, context) {
      if (fits(input)) return tool.run(input, context);
      return { kind: 'bad-arguments', problems: (fits.errors ?? []).map(describeProblem) };
    },
  };
}

/** @param {import('ajv').ErrorObject} error @returns {import('@sigil/core/building').ArgumentProblem} */
function describeProblem({ instancePath, keyword, message = keyword }) {
  return {
    path: instancePath.slice(1).replaceAll('/', '.') || 'arguments',
    expected: `as its listed schema says: it ${message}`,
    received: 'something else',
  };
}
