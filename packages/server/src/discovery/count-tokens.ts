/**
 * Estimates the tokens of tool definitions by their bytes, since a tokenizer would be megabytes of data in a server.
 */
import { isForViewsOnly, type ToolDefinition } from '@sigil/core/building';
import type { Catalog } from '@sigil/core/catalog';
import { isDiscoveryTool } from '@sigil/core/internal';

/** The mean of definitions of 316 tools in the vocabulary o200k; nine of ten tools are between 4.4 and 4.9. */
const bytesPerToken = 4.67;

/** Counts the members that every client puts into the context of its model. */
function estimateDefinition({ name, description, inputSchema }: ToolDefinition): number {
  return Buffer.byteLength(JSON.stringify({ name, description, inputSchema })) / bytesPerToken;
}

const estimated = new WeakMap<Catalog, number>();

/** Returns the tokens of the tools that models read; those of the search are no tools of the catalog's plugins. */
export function estimateTokens(catalog: Catalog): number {
  const known = estimated.get(catalog);
  if (known !== undefined) return known;
  const own = catalog.tools.filter(
    ({ definition }) => !isDiscoveryTool(definition.name) && !isForViewsOnly(definition),
  );
  const count = Math.round(own.reduce((sum, { definition }) => sum + estimateDefinition(definition), 0));
  estimated.set(catalog, count);
  return count;
}

/** Writes `about 1,204 tokens, 30 % of its budget of 4,000`. */
export function describeTokens(tokens: number, budget: number | undefined): string {
  const about = `about ${inEnglish(tokens)} tokens`;
  if (budget === undefined) return about;
  return `${about}, ${inEnglish(Math.round((100 * tokens) / budget))} % of its budget of ${inEnglish(budget)}`;
}

/** Says that the definitions of a server's tools exceed its budget. */
export function describeExcess(tokens: number, budget: number): string {
  const much = `about ${inEnglish(tokens)} tokens, its budget is ${inEnglish(budget)}`;
  return `the definitions of its tools take ${much}; "sigil check" with --budget ${budget} says which take most`;
}

function inEnglish(count: number): string {
  return count.toLocaleString('en-US');
}
