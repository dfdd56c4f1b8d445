/**
 * The two tools through which clients find and call tools that are not listed, and the short list with them.
 */
import { buildCatalog } from '../catalog/build-catalog.js';
import type { BadArguments, Catalog, CatalogSource, PublishedTool } from '../catalog/catalog.js';
import { deriveOnce } from '../catalog/derive-once.js';
import { mapSource } from '../catalog/map-source.js';
import { isJsonObject, type JsonObject } from '../model/json.js';
import { kindOf } from '../model/value-kind.js';
import { isForViewsOnly } from '../model/views.js';
import { withoutViewTools } from './client-catalog.js';
import type { ToolDiscovery } from './tool-discovery.js';

/** No other tool of a server with a search may have this name. */
export const searchToolName = 'search_tools';
const callToolName = 'call_tool';

/** The number of found tools, unless the client asks for another one. */
export const defaultFound = 5;
/** The greatest number that a client may ask for; documented in docs/reference/limits.md. */
export const mostFound = 20;

/** How much of a found tool a client reads: its name, also the first sentence about it, or its definition. */
export const detailLevels = ['names', 'summary', 'full'] as const;
/** One of `detailLevels`. */
export type DetailLevel = (typeof detailLevels)[number];

const searchTool: PublishedTool = {
  definition: {
    name: searchToolName,
    title: 'Search tools',
    description:
      'Finds tools of this server by what they do. This list shows only a few of its tools: search here for the others, then call ' +
      `them with ${callToolName}.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What the tool is to do, in a few words.' },
        limit: {
          type: 'integer',
          minimum: 1,
          maximum: mostFound,
          default: defaultFound,
          description: 'The number of tools to return.',
        },
        detail: {
          type: 'string',
          enum: [...detailLevels],
          default: 'full',
          description: 'names alone, with a summary of each tool, or with the full definitions that a call needs.',
        },
      },
      required: ['query'],
    },
    outputSchema: {
      type: 'object',
      properties: {
        tools: { type: 'array', items: { type: 'object' }, description: 'The found tools, best first.' },
      },
      required: ['tools'],
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  run: async () => refuse('query', 'asked over MCP', 'a stream'),
};

const callTool: PublishedTool = {
  definition: {
    name: callToolName,
    title: 'Call a tool',
    description: `Calls a tool of this server that ${searchToolName} has found. The result is that of the tool.`,
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'The name of the tool.' },
        arguments: { type: 'object', description: "The arguments, as the tool's inputSchema describes them." },
      },
      required: ['name'],
    },
  },
  // A call with a name never gets here: it is a call of the named tool.
  run: async ({ name }) =>
    typeof name === 'string'
      ? refuse('name', `the name of another tool than "${searchToolName}" and "${callToolName}"`, `"${name}"`)
      : refuse('name', 'a string', name === undefined ? 'nothing' : kindOf(name)),
};

const callTaskTool: PublishedTool = { ...callTool, definition: { ...callTool.definition, task: 'optional' } };

function refuse(path: string, expected: string, received: string): BadArguments {
  return { kind: 'bad-arguments', problems: [{ path, expected, received }] };
}

/** Returns whether a name is one of the two tools', also if it is spelled with a dot. */
export function isDiscoveryTool(name: string): boolean {
  const spelled = name.replaceAll('.', '_');
  return spelled === searchToolName || spelled === callToolName;
}

/** Puts the two tools before those of a source, and leaves out tools whose names they have. */
export function withDiscoveryTools(source: CatalogSource): CatalogSource {
  return mapSource(source, (catalog) => {
    const others = catalog.tools.filter(({ definition }) => !isDiscoveryTool(definition.name));
    const formerTools = catalog.formerTools?.filter(({ name }) => !isDiscoveryTool(name)) ?? [];
    const hasTasks = others.some(({ definition }) => definition.task !== undefined);
    return buildCatalog({
      ...catalog,
      tools: [searchTool, hasTasks ? callTaskTool : callTool, ...others],
      formerTools,
    });
  });
}

/** Calls `listChanged` now and after each change of the source's tools. */
export function announceLists(source: CatalogSource, discovery: ToolDiscovery): void {
  const announce = (): void => discovery.listChanged?.(() => searchedListOf(source.current()));
  announce();
  source.onChange((changed) => {
    if (changed.has('tools')) announce();
  });
}

/**
 * Returns the catalog with only the two tools, those that are always listed, and those that are for views only: a host calls only listed
 * tools for a view.
 */
export const shortListOf: (catalog: Catalog) => Catalog = deriveOnce((catalog) =>
  withTools(
    catalog,
    ({ isAlwaysListed, definition }) =>
      isAlwaysListed === true || isDiscoveryTool(definition.name) || isForViewsOnly(definition),
  ),
);

/** Returns the catalog with the tools that a search finds: those that a model may call. */
export function searchedListOf(catalog: Catalog): Catalog {
  return fullListOf(catalog.hasViewTools ? withoutViewTools(catalog) : catalog);
}

/** Returns the catalog without the two tools. */
export const fullListOf: (catalog: Catalog) => Catalog = deriveOnce((catalog) =>
  withTools(catalog, (tool) => !isDiscoveryTool(tool.definition.name)),
);

function withTools(catalog: Catalog, isListed: (tool: PublishedTool) => boolean): Catalog {
  return { ...catalog, tools: catalog.tools.filter(isListed) };
}

/**
 * Makes the params of a call through `call_tool` those of a call of the tool that it names, so that everything about the call is as if the
 * client had called that tool.
 *
 * @returns `params` itself for any other call, and for one that names no tool that may be called through another
 */
export function readCalledTool(params: JsonObject): JsonObject {
  const { name, arguments: given } = params;
  if (typeof name !== 'string' || name.replaceAll('.', '_') !== callToolName || !isJsonObject(given)) return params;
  const { name: tool, arguments: input = {} } = given;
  if (typeof tool !== 'string' || isDiscoveryTool(tool)) return params;
  return { ...params, name: tool, arguments: typeof input === 'string' ? readJsonText(input) : input };
}

/** Models often write an object as its JSON text. Any other text is refused as arguments of another kind are. */
function readJsonText(text: string): JsonObject | string {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : text;
  } catch {
    return text;
  }
}
