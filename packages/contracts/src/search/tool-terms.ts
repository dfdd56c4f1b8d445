/**
 * Reads a tool's definition into terms: the words by which a search finds it, each with a weight.
 *
 * Without the name, which a server may change: the index adds its words. The build stores the terms in the manifest; those of remote
 * tools are read when they are indexed.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject, type ToolDefinition } from '@sigil/core/building';
import { splitWords } from './split-words.js';
import { stopWords } from './stop-words.data.js';

/** Weights by word, at least 1. */
export type ToolTerms = Readonly<Record<string, number>>;

/** The parts of a tool that have terms. */
export interface DescribedTool extends Pick<ToolDefinition, 'inputSchema'> {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** Words of the author for the search alone. */
  readonly keywords?: readonly string[] | undefined;
}

const weights = { keywords: 5, title: 5, summary: 3, description: 1, parameter: 2, values: 1, about: 1 };

/** One word counts at most this much, however often it is repeated. */
const greatestWeight = 12;

/** The sender of a remote definition chooses its size; further text and schemas are not read. */
const longestText = 4_000;
const mostSchemas = 500;

/** Members of other types than the declared ones, which remote servers may send, are passed over. */
export function readToolTerms({ title, description, inputSchema, keywords = [] }: DescribedTool): ToolTerms {
  const terms = new TermCounter();
  for (const keyword of keywords) terms.add(keyword, weights.keywords);
  if (typeof title === 'string') terms.add(title.slice(0, longestText), weights.title);
  const [summary, more] = splitSummary(typeof description === 'string' ? description.slice(0, longestText) : '');
  terms.add(summary, weights.summary);
  terms.add(more, weights.description);
  if (isJsonObject(inputSchema)) readSchema(inputSchema, terms);
  return terms.written();
}

/** Splits a text after its first sentence or paragraph. */
function splitSummary(text: string): readonly [summary: string, more: string] {
  const end = /[.!?。](?=\s|$)|\n\s*\n/u.exec(text);
  return end ? [text.slice(0, end.index), text.slice(end.index)] : [text, ''];
}

/** Reads names, descriptions, enumerated words and examples, in breadth: outer schemas come first. */
function readSchema(root: JsonObject, terms: TermCounter): void {
  const schemas: JsonObject[] = [root];
  for (let at = 0; at < schemas.length && at < mostSchemas; at++) {
    const schema = schemas[at]!;
    if (schema !== root) readAnnotations(schema, terms);
    for (const member of ['properties', '$defs', 'definitions'] as const) {
      for (const [name, inner] of entriesOf(schema[member])) {
        if (member === 'properties') terms.add(name, weights.parameter);
        if (isJsonObject(inner)) schemas.push(inner);
      }
    }
    for (const member of ['items', 'anyOf', 'oneOf', 'allOf', 'prefixItems', 'additionalProperties'] as const) {
      const inner = schema[member];
      schemas.push(...(Array.isArray(inner) ? inner : [inner]).filter((one) => one !== undefined && isJsonObject(one)));
    }
  }
}

function readAnnotations(schema: JsonObject, terms: TermCounter): void {
  const { title, description } = schema;
  if (typeof title === 'string') terms.add(title.slice(0, longestText), weights.about);
  if (typeof description === 'string') terms.add(description.slice(0, longestText), weights.about);
  for (const value of [...listOf(schema['enum']), schema['const'], ...listOf(schema['examples'])]) {
    if (typeof value === 'string') terms.add(value.slice(0, longestText), weights.values);
  }
}

function entriesOf(value: JsonValue | undefined): [string, JsonValue][] {
  return value !== undefined && isJsonObject(value) ? Object.entries(value) : [];
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value.slice(0, mostSchemas) : [];
}

class TermCounter {
  readonly #weights = new Map<string, number>();

  add(text: string, weight: number): void {
    for (const word of splitWords(text)) {
      if (stopWords.has(word) || !isTerm(word)) continue;
      this.#weights.set(word, Math.min(greatestWeight, (this.#weights.get(word) ?? 0) + weight));
    }
  }

  /** Sorted by word, so that equal definitions have equal manifests. */
  written(): ToolTerms {
    return Object.fromEntries([...this.#weights].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** Leaves out single letters and numbers, such as those of examples. */
function isTerm(word: string): boolean {
  return word.charCodeAt(0) > 127 || (word.length > 1 && !/^\d+$/.test(word));
}
