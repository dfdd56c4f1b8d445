/**
 * Compares two JSON Schemas by the values they accept, and reports where they differ.
 *
 * Sound rather than precise: without a narrowing change, every value of the older schema is valid in the newer; without a
 * widening one, the reverse. An undecidable relation counts as a change.
 */
import type { JsonObject } from '@sigil/core';
import { definitionKeywords } from '../../schema/keywords.js';
import { compareDocumentation } from './compare-documentation.js';
import { compareShapes } from './compare-shapes.js';
import { readShape } from './read-shape.js';
import { buildResolver, type Resolver } from './resolve-schema.js';
import type { Schema } from '../../schema/schema.js';
import type { Pair, SchemaChange, SchemaComparer } from './schema-change.js';
import { textOfSchema, textOfValues } from './schema-text.js';

/** Most comparisons of nested schemas; beyond it the rest counts as changed. */
const maxComparisons = 20_000;

/**
 * Returns the differences between two schema documents, in the order of the older one.
 *
 * @param path name of the schemas: `input`
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
  /** Whether both documents have the same definitions, by their values and in every word. */
  readonly #sameDefinitions: { readonly values: boolean; readonly words: boolean };
  readonly #resolvers: Pair<Resolver>;
  /** Pairs whose comparison is in progress. They count as equal inside of it, as the outer comparison reports their differences. */
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

  /** Returns whether the schemas are equal in every word, as most of two manifests is, so that nothing needs comparing. */
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

/** Returns whether references mean the same: they are names, so the definitions must be equal, or lie in another document. */
function leadsToSame(text: string, isSameDefined: boolean): boolean {
  const references = text.split('"$ref":"').slice(1);
  if (references.length === 0) return true;
  const isOfDefinitions = (it: string): boolean => it.startsWith('#/$defs/') || it.startsWith('#/definitions/');
  return references.every((it) => (isSameDefined && isOfDefinitions(it)) || !it.startsWith('#'));
}

function undecided(path: string, why: string): SchemaChange {
  return { kind: 'undecided', effect: 'changes', path, fact: why };
}
