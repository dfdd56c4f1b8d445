/**
 * Makes the index of a catalog's tools, and remembers it as long as the catalog lives.
 *
 * Each view of a caller has its own index, so that nothing about hidden tools shows in scores.
 */
import { originalOf, type Catalog, type PublishedTool } from '@sigil/core/catalog';
import type { ToolDefinition } from '@sigil/core/building';
import { readToolTerms, ToolIndex, type ToolTerms } from '@sigil/contracts/search';

const indexes = new WeakMap<Catalog, ToolIndex>();

/** Takes a few milliseconds for 1,000 tools; the index of the whole list is made when it changes, others at their first search. */
export function indexOf(catalog: Catalog): ToolIndex {
  const known = indexes.get(catalog);
  if (known) return known;
  const index = new ToolIndex(catalog.tools.map((tool) => ({ name: tool.definition.name, terms: termsOf(tool) })));
  indexes.set(catalog, index);
  return index;
}

/** Terms of definitions that no build has read: those of remote servers, and those that a configuration has changed. */
const readTerms = new WeakMap<ToolDefinition, ToolTerms>();

/** Returns the terms of the build, with those of a text that a configuration shows in its place. */
function termsOf(tool: PublishedTool): ToolTerms {
  const { definition, terms } = tool;
  if (terms && isShownAsBuilt(tool)) return terms;
  const known = readTerms.get(definition);
  if (known) return known;
  const read = readToolTerms(definition);
  const all = terms ? joinTerms(terms, read) : read;
  readTerms.set(definition, all);
  return all;
}

function isShownAsBuilt(tool: PublishedTool): boolean {
  const shown = tool.definition;
  const built = (originalOf(tool) as PublishedTool).definition; // the plugin's own tool
  return (
    shown.title === built.title && shown.description === built.description && shown.inputSchema === built.inputSchema
  );
}

function joinTerms(one: ToolTerms, other: ToolTerms): ToolTerms {
  const joined: Record<string, number> = { ...one };
  for (const [word, weight] of Object.entries(other)) joined[word] = Math.max(weight, joined[word] ?? 0);
  return joined;
}
