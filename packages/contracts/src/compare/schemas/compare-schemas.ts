/**
 * Compares two JSON Schemas by the values they hold, and says where they differ.
 *
 * Sound rather than sharp: without a change that narrows, every value of the older schema is one of the newer; without
 * one that widens, the reverse. A relation that cannot be told counts as a change.
 */
import type { JsonObject } from '@sigil/core';
import { definitionKeywords } from '../../schema/keywords.js';
import { compareDocumentation } from './compare-documentation.js';
import { compareShapes } from './compare-shapes.js';
import { readShape } from './read-shape.js';
import { buildResolver, type Resolver } from './resolve-schema.js';
import type { Schema } from '../../schema/schema.js';
import type { Pair, SchemaChange, SchemaComparer } from './schema-change.js';
import { textOfSchema, textOfValues } from './text-of-schema.js';

/** Beyond this many comparisons of one schema inside of another the rest is taken for changed. */
const maxComparisons = 20_000;

/**
 * The differences between two schema documents, in the order of the older one.
 *
 * @param path what the schemas stand for: `input`
 */
export function compareSchemas(pair: Pair<Schema>, path: string): SchemaChange[] {
  const { before, after } = pair;
  if (textOfSchema(before) === textOfSchema(after)) return [];
  const changes = new SchemaComparison(pair).compare(pair, path);
  if (changes.length > 0) return changes;
  const fact = 'the schema is written in another way, for the same values';
  return [{ kind: 'schema-rewritten', effect: 'documents', path, fact }];
}

class SchemaComparison implements SchemaComparer {
  /** Tells whether both documents have the same definitions, by the values and in every word. */
  readonly #sameDefinitions: { readonly values: boolean; readonly words: boolean };
  readonly #resolvers: Pair<Resolver>;
  /** Pairs that are being compared: what they come to is told where they are, so inside of them they count as equal. */
  readonly #inProgress = new Map<JsonObject, Set<JsonObject>>();
  readonly #texts = new Map<JsonObject, string>();
  #comparisons = 0;

  constructor(roots: Pair<Schema>) {
    this.#sameDefinitions = compareDefinitions(roots);
    this.#resolvers = { before: buildResolver(roots.before), after: buildResolver(roots.after) };
  }

  compare({ before, after }: Pair<Schema>, path: string): SchemaChange[] {
    const [older, newer] = [this.#resolvers.before(before), this.#resolvers.after(after)];
    const words = compareDocumentation({ before: older.documentation, after: newer.documentation }, path);
    return [...this.#compareValues({ before: older.schema, after: newer.schema }, path), ...words];
  }

  #compareValues(pair: Pair<Schema>, path: string): SchemaChange[] {
    const { before, after } = pair;
    if (typeof before === 'boolean' || typeof after === 'boolean') return this.#compareShapes(pair, path);
    if (this.#areSame({ before, after })) return [];
    const partners = this.#inProgress.get(before) ?? new Set();
    if (partners.has(after)) return [];

    this.#comparisons += 1;
    if (this.#comparisons > maxComparisons) return [undecided(path, 'too much of it to compare')];
    this.#inProgress.set(before, partners.add(after));
    try {
      return this.#compareShapes(pair, path);
    } finally {
      partners.delete(after);
    }
  }

  #compareShapes(pair: Pair<Schema>, path: string): SchemaChange[] {
    const before = readShape(pair.before, this.#resolvers.before);
    const after = readShape(pair.after, this.#resolvers.after);
    if (before && after) return compareShapes({ before, after }, path, this);
    if (this.#areWrittenAlike(pair)) return [];
    return [undecided(path, 'the schemas differ in keywords that cannot be compared')];
  }

  #areWrittenAlike({ before, after }: Pair<Schema>): boolean {
    const text = textOfValues(before);
    return text === textOfValues(after) && leadsToSame(text, this.#sameDefinitions.values);
  }

  /** In every word, so that there is nothing to find inside; most of two manifests is. */
  #areSame({ before, after }: Pair<JsonObject>): boolean {
    const text = this.#textOf(before);
    return text === this.#textOf(after) && leadsToSame(text, this.#sameDefinitions.words);
  }

  #textOf(schema: JsonObject): string {
    const text = this.#texts.get(schema) ?? textOfSchema(schema);
    this.#texts.set(schema, text);
    return text;
  }
}

function compareDefinitions({ before, after }: Pair<Schema>): { readonly values: boolean; readonly words: boolean } {
  const [older, newer] = [definitionsOf(before), definitionsOf(after)];
  return {
    values: textOfValues(older) === textOfValues(newer),
    words: textOfSchema(older) === textOfSchema(newer),
  };
}

function definitionsOf(root: Schema): JsonObject {
  if (typeof root === 'boolean') return {};
  return Object.fromEntries(Object.entries(root).filter(([keyword]) => definitionKeywords.has(keyword)));
}

/** References are names of definitions, so a text with any means the same only where the same is defined, or in another document. */
function leadsToSame(text: string, isSameDefined: boolean): boolean {
  const references = text.split('"$ref":"').slice(1);
  if (references.length === 0) return true;
  const isOfDefinitions = (it: string): boolean => it.startsWith('#/$defs/') || it.startsWith('#/definitions/');
  return references.every((it) => (isSameDefined && isOfDefinitions(it)) || !it.startsWith('#'));
}

function undecided(path: string, why: string): SchemaChange {
  return { kind: 'undecided', effect: 'changes', path, fact: why };
}
