/**
 * Makes a component from an entry of a configuration or transform, for each kind that entries can name.
 *
 * An entry overrides an offered component, or runs an available one.
 */
import type { Context, JsonObject } from '@sigil/core';
import { normalizeUri, suggestNames, variablesIn } from '@sigil/core/building';
import {
  buildCatalog,
  type Catalog,
  type FoundResource,
  type PublishedPrompt,
  type PublishedResource,
  type PublishedTool,
} from '@sigil/core/catalog';
import type { ContentStore } from '@sigil/plugin-host';
import type { Place } from '../configuration/collect-members.js';
import { overrideTool } from './override-tool.js';
import type { ReadVariable } from '../tool-transforms/transform-tool.js';
import type { SchemeReader } from './scheme-reader.js';
import {
  readPromptEntry,
  readResourceEntry,
  readToolEntry,
  type PromptEntry,
  type ResourceEntry,
  type ToolEntry,
} from './static-entries.js';
import { buildPrompt } from './static-prompt.js';
import { staticResource } from './static-resource.js';
import { toolPrompt } from './tool-prompt.js';

/** The components and parts that entries are bound to. */
export interface Bindings<Component> {
  /** The components that the server offers so far, by key. */
  readonly offered: ReadonlyMap<string, Component>;
  /** Everything that entries may run. */
  readonly available: Catalog;
  /** The tools that the server offers; none while the tools themselves are bound. */
  readonly tools: readonly PublishedTool[];
  readonly schemes: SchemeReader | undefined;
  readonly store: ContentStore;
  readonly readVariable: ReadVariable;
}

/** An entry names a component that does not exist. */
export class MissingComponentError extends Error {}

/** The rules for one kind of components that entries can name. */
export interface ComponentKindRules<Component, Entry> {
  readonly table: 'tools' | 'resources' | 'prompts';
  /** Returns the key, which is unique among the components of a server. */
  keyOf(component: Component): string;
  /** Returns the name of the component that an entry overrides, which the entry may call by another spelling. */
  nameOf?(name: string, given: JsonObject, available: Catalog): string;
  /** Returns the key of the component that an entry overrides, even if the entry is invalid. */
  keyNamed(name: string, given: JsonObject): string;
  /** Returns the key of the component that an entry runs, unless it has content of its own. */
  keyRun(entry: Entry): string;
  /** Returns the key of the component that is offered through the entry alone, unless an entry names it too; also for an invalid entry. */
  keyReplaced?(name: string, given: JsonObject, available: Catalog): string | undefined;
  /** Reads an entry of a configuration, where the name is the key. */
  readNamed(name: string, given: JsonObject, place: Place): Entry | undefined;
  /** Reads an entry of a list, where the name is a member. */
  readListed(given: JsonObject, place: Place): Entry | undefined;
  /** @throws Error with a sentence for the operator when nothing can be offered */
  bind(entry: Entry, bindings: Bindings<Component>): Component;
}

/** An entry runs the tool of its own name or the one that it names, and replaces it in lists. */
export const toolRules: ComponentKindRules<PublishedTool, ToolEntry> = {
  table: 'tools',
  keyOf: ({ definition }) => definition.name,
  nameOf: (name, { runs }, available) => (runs === undefined && available.findTool(name)?.definition.name) || name,
  keyNamed: (name) => name,
  keyRun: ({ name, runs = name }) => runs,
  readNamed: readToolEntry,
  readListed({ name, ...given }, place) {
    if (variablesIn(given).length === 0) return readToolEntry(String(name), given, place);
    // A program could send any variable of the server to any tool.
    place.problems.push(`${place.where}: no variable is filled in for a transform`);
    return undefined;
  },
  keyReplaced: (name, { runs = name, arguments: changed, result }, available) =>
    changed || result ? (available.findTool(String(runs))?.definition.name ?? String(runs)) : undefined,
  bind(entry, { offered, available, readVariable }) {
    const runs = entry.runs ?? entry.name;
    const base = offered.get(runs) ?? available.findTool(runs);
    if (!base) throw nothingToRun('tool', runs, available.tools);
    const tool = overrideTool(base, entry, readVariable);
    // Refuses a schema for which clients would drop the tool.
    buildCatalog({ tools: [tool], resources: [], resourceTemplates: [], prompts: [] });
    return tool;
  },
};

/** An entry has content of its own, or is read at its URI. */
export const resourceRules: ComponentKindRules<PublishedResource, ResourceEntry> = {
  table: 'resources',
  keyOf: ({ definition }) => normalizeUri(definition.uri),
  keyNamed: (_name, given) => normalizeUri(String(given['uri'])),
  keyRun: ({ uri }) => normalizeUri(uri),
  readNamed(name, given, place) {
    const entry = readResourceEntry(given, place);
    return entry && { name, ...entry };
  },
  readListed: readResourceEntry,
  bind(entry, { offered, available, schemes, store }) {
    const { uri } = entry;
    const key = normalizeUri(uri);
    const here = offered.get(key);
    const listed = (here ?? available.resources.find(({ definition }) => normalizeUri(definition.uri) === key))
      ?.definition;
    const base = here ? asFound(here, uri) : available.findResource(uri);
    const resource = staticResource(entry, { base, listed, schemes, store });
    if (!resource) throw new MissingComponentError(`nothing reads "${uri}"; give it a "text", "blob" or "content_cid"`);
    return resource;
  },
};

/** An entry has messages of its own, or runs a prompt. */
export const promptRules: ComponentKindRules<PublishedPrompt, PromptEntry> = {
  table: 'prompts',
  keyOf: ({ definition }) => definition.name,
  nameOf: (name, { runs }, available) => (runs === undefined && available.findPrompt(name)?.definition.name) || name,
  keyNamed: (name) => name,
  keyRun: ({ name, runs = name }) => runs,
  readNamed: readPromptEntry,
  readListed: ({ name, ...given }, place) => readPromptEntry(String(name), given, place),
  bind(entry, { offered, available, tools }) {
    const runs = entry.runs ?? entry.name;
    const base = offered.get(runs) ?? available.findPrompt(runs);
    if (entry.tool !== undefined) return toolPrompt(entry, base, requireTool(entry.tool, tools));
    const prompt = buildPrompt(entry, base);
    if (!prompt) throw nothingToRun('prompt', runs, available.prompts);
    return prompt;
  },
};

function asFound(resource: PublishedResource, uri: string): FoundResource {
  const { mimeType } = resource.definition;
  const read = (context: Context): ReturnType<FoundResource['read']> => resource.read(uri, context);
  return { read, component: resource, ...(mimeType === undefined ? {} : { mimeType }) };
}

type Named = readonly { readonly definition: { readonly name: string } }[];

function requireTool(name: string, tools: readonly PublishedTool[]): PublishedTool {
  const tool = tools.find(({ definition }) => definition.name === name);
  if (tool) return tool;
  const names = tools.map(({ definition }) => definition.name);
  throw new MissingComponentError(`there is no tool "${name}" here that it could be for${suggestNames(name, names)}`);
}

function nothingToRun(kind: string, name: string, among: Named): Error {
  const names = among.map(({ definition }) => definition.name);
  return new MissingComponentError(`there is no ${kind} "${name}" to run${suggestNames(name, names)}`);
}
