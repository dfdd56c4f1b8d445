/**
 * Builds the catalog of one server: configured and discovered components in the order of the authors, then the results of
 * its transforms.
 *
 * Knows nothing of swaps. A component that cannot be offered is left out and reported.
 */
import type { JsonObject } from '@sigil/core';
import { isView } from '@sigil/core/building';
import {
  buildCatalog,
  isListed,
  viewLinksIn,
  withoutFolder,
  withViewHomes,
  withViewLinks,
  type Catalog,
  type FormerTool,
  type PublishedResource,
  type PublishedTool,
} from '@sigil/core/catalog';
import type { ContentStore } from '@sigil/plugin-host';
import { inAuthorOrder } from './author-order.js';
import {
  MissingComponentError,
  promptRules,
  resourceRules,
  toolRules,
  type Bindings,
  type ComponentKindRules,
} from './component-kinds.js';
import type { TransformCatalog } from './run-transform.js';
import type { ReadVariable } from '../tool-transforms/transform-tool.js';
import type { SchemeReader } from './scheme-reader.js';
import type { ServerConfiguration } from './server-configuration.js';

/** The parts of a server's catalog. */
export interface CatalogParts {
  readonly configuration: ServerConfiguration;
  /** Everything that its entries may run. */
  readonly available: Catalog;
  /** The components of `available` that are offered without an entry. */
  readonly discovered: Catalog;
  /** The latest definitions from the server's transforms. */
  readonly overlay: TransformCatalog;
  readonly schemes: SchemeReader | undefined;
  readonly store: ContentStore;
  /** Reads a variable that a constant refers to. */
  readonly readVariable: ReadVariable;
}

/** A catalog, and the problems of what it lacks. */
export interface BuiltServerCatalog {
  readonly catalog: Catalog;
  readonly problems: readonly string[];
}

export function buildServerCatalog(given: CatalogParts): BuiltServerCatalog {
  const parts = {
    ...given,
    available: withViewHomes(given.available),
    discovered: withViewHomes(given.discovered),
  };
  const problems: string[] = [];
  const offeredTools = offer(toolRules, { ...parts, tools: [] }, problems);
  const withTools = { ...parts, tools: offeredTools };
  const { unlisted, extensions } = parts.discovered;
  const chosen = offer(resourceRules, withTools, problems);
  const { resources, resourceTemplates } = addLinkedViews(chosen, offeredTools, parts);
  const readable = buildCatalog({ tools: [], prompts: [], resources, resourceTemplates });
  const tools = offeredTools.map((tool) => withoutHiddenViews(tool, parts.available, readable));
  const catalog = buildCatalog({
    ...(unlisted && takesResources(parts.configuration) ? { unlisted } : {}),
    ...(extensions && { extensions }),
    ...(parts.available.isPending && { isPending: true }),
    tools,
    formerTools: formerToolsOf(parts.discovered, tools),
    resources: takesResources(parts.configuration) ? resources : resources.map(withoutFolder),
    resourceTemplates,
    prompts: offer(promptRules, withTools, problems),
  });
  return { catalog, problems };
}

/** Adds the views of offered tools, which need no entries of their own. A transform of resources decides about views itself. */
function addLinkedViews(
  chosen: readonly PublishedResource[],
  tools: readonly PublishedTool[],
  { available, discovered, configuration }: CatalogParts,
): Pick<Catalog, 'resources' | 'resourceTemplates'> {
  const { resourceTemplates } = discovered;
  const links = tools.flatMap(({ definition }) => viewLinksIn(definition._meta));
  if (links.length === 0 || configuration.resourcesTransformCid !== undefined)
    return { resources: chosen, resourceTemplates };
  const known = buildCatalog({ tools: [], prompts: [], resources: chosen, resourceTemplates });
  const lacking = new Set(links.filter((uri) => isView({ uri }) && !known.findResource(uri)));
  const found = new Set([...lacking].map((uri) => available.findResource(uri)?.component));
  return {
    resources: [...chosen, ...available.resources.filter((it) => found.has(it))],
    resourceTemplates: [...resourceTemplates, ...available.resourceTemplates.filter((it) => found.has(it))],
  };
}

/** Removes the links to views that the server does not offer. */
function withoutHiddenViews(tool: PublishedTool, available: Catalog, offered: Catalog): PublishedTool {
  return withViewLinks(tool, (uri) => (offered.findResource(uri) || !available.findResource(uri) ? uri : undefined));
}

/** Refuses unlisted resources when resources are chosen or changed by name, since one of those might be meant. */
function takesResources({ resources, resourcesTransformCid }: ServerConfiguration): boolean {
  return Object.keys(resources).length === 0 && resourcesTransformCid === undefined;
}

/** The overlay without transforms, or before their first run. */
export const emptyOverlay: TransformCatalog = { tools: [], resources: [], prompts: [] };

/** Returns the catalog for a transform: each component that it may name, with the members that it may change. */
export function showToTransforms(parts: CatalogParts): TransformCatalog {
  const { catalog } = buildServerCatalog({ ...parts, overlay: emptyOverlay, discovered: parts.available });
  return {
    tools: show(catalog.tools, ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations']),
    resources: show(catalog.resources.filter(isListed), ['uri', 'name', 'title', 'description', 'mimeType']),
    prompts: show(catalog.prompts, ['name', 'title', 'description', 'arguments']),
  };
}

function show(components: readonly { readonly definition: object }[], members: readonly string[]): JsonObject[] {
  return components.map(({ definition }) => {
    const shown = Object.entries(definition).filter(([name]) => members.includes(name));
    return Object.fromEntries(shown) as JsonObject; // definitions are JSON
  });
}

function offer<Component, Entry>(
  rules: ComponentKindRules<Component, Entry>,
  parts: CatalogParts & Pick<Bindings<Component>, 'tools'>,
  problems: string[],
): Component[] {
  const { configuration, discovered, overlay } = parts;
  const { table, keyOf } = rules;
  let offered = new Map<string, Component>();
  const runs = new Map<string, string>();
  // A component is hidden if its entry cannot be offered, since the entry may narrow the component. So is one that an entry with rules runs.
  const hidden = new Set<string>();
  /** The keys that entries name, so that no rules of other entries hide them. */
  const named = new Set<string>();
  const bind = (entry: Entry | undefined, where: string): Component | undefined => {
    try {
      return entry === undefined ? undefined : rules.bind(entry, { ...parts, offered });
    } catch (error) {
      const mayCome = error instanceof MissingComponentError && parts.available.isPending === true;
      if (!mayCome) problems.push(`${where}: ${(error as Error).message}`); // `bind` throws Errors
      return undefined;
    }
  };
  for (const [written, given] of Object.entries(configuration[table])) {
    const where = `server "${configuration.name}": ${table}.${written}`;
    const name = rules.nameOf?.(written, given, parts.available) ?? written;
    const entry = rules.readNamed(name, given, { where, problems });
    const component = bind(entry, where);
    named.add(rules.keyNamed(name, given));
    const replaced = rules.keyReplaced?.(name, given, parts.available);
    if (replaced !== undefined) hidden.add(replaced);
    if (entry === undefined || component === undefined) {
      hidden.add(rules.keyNamed(name, given));
      continue;
    }
    offered.set(keyOf(component), component);
    runs.set(keyOf(component), rules.keyRun(entry));
  }
  for (const component of componentsOf(rules, discovered)) {
    const key = keyOf(component);
    if (!offered.has(key) && !hidden.has(key)) offered.set(key, component);
  }
  offered = inAuthorOrder(offered, componentsOf(rules, parts.available).map(keyOf), runs);
  const listedKey = (given: JsonObject): string => rules.keyNamed(String(given['name']), given);
  for (const given of overlay[table]) named.add(listedKey(given));
  overlay[table].forEach((given, index) => {
    const where = `server "${configuration.name}": ${table}_transform_cid, entry ${index}`;
    const component = bind(rules.readListed(given, { where, problems }), where);
    const replaced = rules.keyReplaced?.(String(given['name']), given, parts.available);
    if (replaced !== undefined && !named.has(replaced)) offered.delete(replaced);
    if (component) offered.set(keyOf(component), component);
    else offered.delete(listedKey(given));
  });
  return [...offered.values()];
}

function componentsOf<Component, Entry>(
  { table }: ComponentKindRules<Component, Entry>,
  catalog: Catalog,
): readonly Component[] {
  return catalog[table] as unknown as readonly Component[]; // the rules are those of this table
}

/** Maps former names to the tools as this server offers them, and to no others. */
function formerToolsOf({ formerTools = [] }: Catalog, tools: readonly PublishedTool[]): FormerTool[] {
  const offered = new Map(tools.map((tool) => [tool.definition.name, tool]));
  return formerTools
    .filter(({ name }) => !offered.has(name))
    .flatMap((former) => {
      if (!former.tool) return [former];
      const tool = offered.get(former.tool.definition.name);
      return tool ? [{ ...former, tool }] : [];
    });
}
