/**
 * `search_tools`: finds tools of the caller's own list, and answers with their definitions exactly as the list has them.
 */
import type { BadArguments, PublishedTool, ToolResult } from '../catalog/catalog.js';
import type { Call } from '../calls/call.js';
import { readClient } from '../calls/discovery-client.js';
import { defaultFound, detailLevels, searchedListOf, mostFound, type DetailLevel } from '../calls/discovery-tools.js';
import type { ToolDiscovery } from '../calls/tool-discovery.js';
import { cutText } from '../model/cut-text.js';
import type { JsonObject, JsonValue } from '../model/json.js';
import { kindOf } from '../model/value-kind.js';
import { sigilMetaKeys } from '../revisions/sigil-meta-keys.js';
import { writeTool } from '../revisions/write-fields.js';

/** Returns the tool with a method that searches the catalog of this call. */
export function bindSearch(tool: PublishedTool, call: Call, discovery: ToolDiscovery): PublishedTool {
  return { ...tool, run: async (input) => search(input, call, discovery) };
}

function search(input: JsonObject, call: Call, discovery: ToolDiscovery): ToolResult | BadArguments {
  const asked = readSearch(input);
  if ('kind' in asked) return asked;
  const { query, limit, detail } = asked;
  const listed = searchedListOf(call.catalog);
  const found = discovery
    .search(listed, query, limit)
    .flatMap(({ index, score }) => listed.tools.slice(index, index + 1).map((tool) => ({ tool, score })));
  discovery.searched?.(
    readClient(call),
    query,
    found.map(({ tool }) => tool.definition.name),
  );
  const tools = found.map(({ tool }) => describe(writeTool(tool.definition, call.revision), detail));
  const structuredJson = JSON.stringify({ tools });
  return {
    kind: 'result',
    content: [{ type: 'text', text: structuredJson }],
    structuredJson,
    isError: false,
    meta: { [sigilMetaKeys.searchScores]: found.map(({ score }) => Math.round(score * 1_000) / 1_000) },
  };
}

interface Search {
  readonly query: string;
  readonly limit: number;
  readonly detail: DetailLevel;
}

function readSearch({ query, limit = defaultFound, detail = 'full' }: JsonObject): Search | BadArguments {
  if (typeof query !== 'string') return refuse('query', 'a string', query);
  const count = typeof limit === 'string' && limit.trim() !== '' ? Number(limit) : limit;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > mostFound)
    return refuse('limit', `a whole number from 1 to ${mostFound}`, limit);
  const level = detailLevels.find((it) => it === detail);
  if (!level) return refuse('detail', `one of ${detailLevels.map((it) => `"${it}"`).join(', ')}`, detail);
  return { query, limit: count, detail: level };
}

function refuse(path: string, expected: string, given: JsonValue | undefined): BadArguments {
  const isScalar = typeof given === 'string' || typeof given === 'number';
  const received = given === undefined ? 'nothing' : isScalar ? cutText(JSON.stringify(given), 64) : kindOf(given);
  return { kind: 'bad-arguments', problems: [{ path, expected, received }] };
}

function describe(definition: JsonObject, detail: DetailLevel): JsonObject {
  if (detail === 'full') return definition;
  const { name = '', description } = definition;
  if (detail === 'names' || typeof description !== 'string') return { name };
  return { name, description: firstSentence(description) };
}

/** The longest summary, in characters. */
const longestSummary = 160;

function firstSentence(text: string): string {
  const [sentence = text] = /^[^]*?[.!?。](?=\s|$)|^[^]*?(?=\n\s*\n)/u.exec(text) ?? [];
  return cutText(sentence, longestSummary);
}
