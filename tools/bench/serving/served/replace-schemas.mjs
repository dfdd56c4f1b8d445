/**
 * Replaces the input schemas of some of a plugin's tools, in lists and in validation; everything else stays as it was built.
 *
 * Serves a fixture whose listing is compared word by word, with keywords that no TypeScript type produces.
 */
import { buildCatalog, derive, mapSource } from '@sigil/core/catalog';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** @typedef {Readonly<Record<string, import('@sigil/core').JsonObject>>} ListedSchemas by the name of the tool */

/**
 * Returns the same source, with these schemas in its lists.
 *
 * @param {import('@sigil/core/catalog').CatalogSource} source
 * @param {ListedSchemas} schemas
 * @returns {import('@sigil/core/catalog').CatalogSource}
 */
export function replaceSchemas(source, schemas) {
  const byName = new Map(Object.entries(schemas));
  return mapSource(source, (catalog) => replaceIn(catalog, byName));
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
  return derive(tool, {
    definition: { ...tool.definition, inputSchema },
    async run(input, context) {
      if (fits(input)) return tool.run(input, context);
      return { kind: /** @type {const} */ ('bad-arguments'), problems: (fits.errors ?? []).map(describeProblem) };
    },
  });
}

/** @param {import('ajv').ErrorObject} error @returns {import('@sigil/core/building').ArgumentProblem} */
function describeProblem({ instancePath, keyword, message = keyword }) {
  return {
    path: instancePath.slice(1).replaceAll('/', '.') || 'arguments',
    expected: `as its listed schema says: it ${message}`,
    received: 'something else',
  };
}
