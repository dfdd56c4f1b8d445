/**
 * Compares the union members of one kind: which correspond, which are new and which are gone.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { compareDocumentation } from './compare-documentation.js';
import { describeAlternative } from './describe-shape.js';
import type { Alternative, DescribedKind } from './read-shape.js';
import { gainsValues, losesValues, type Pair, type SchemaChange } from './schema-change.js';
import { alternativePath } from './schema-path.js';

/** The comparer of alternatives of one kind. */
export interface AlternativeComparer {
  readonly kind: DescribedKind;
  compareOne(pair: Pair<JsonObject>, path: string): SchemaChange[];
}

type Alternatives = readonly Alternative[];

/** Compares alternatives as a whole: a value that any alternative of the other side accepts is neither lost nor new. */
export function compareAlternatives(
  pair: Pair<Alternatives>,
  path: string,
  comparer: AlternativeComparer,
): SchemaChange[] {
  const [older, ...moreOlder] = pair.before;
  const [newer, ...moreNewer] = pair.after;
  if (older && newer && moreOlder.length + moreNewer.length === 0) {
    return compareMatched({ before: older, after: newer }, path, comparer);
  }
  const union = new UnionComparison(pair, path, comparer);
  return union.compare();
}

function compareMatched(
  { before, after }: Pair<Alternative>,
  path: string,
  comparer: AlternativeComparer,
): SchemaChange[] {
  const documentation =
    before.documentation && after.documentation
      ? compareDocumentation({ before: before.documentation, after: after.documentation }, path)
      : [];
  return [...comparer.compareOne({ before: before.schema, after: after.schema }, path), ...documentation];
}

class UnionComparison {
  readonly #gone: Set<Alternative>;
  readonly #new: Set<Alternative>;
  readonly #compared = new Map<Alternative, Map<Alternative, SchemaChange[]>>();

  constructor(
    private readonly pair: Pair<Alternatives>,
    private readonly path: string,
    private readonly comparer: AlternativeComparer,
  ) {
    this.#gone = new Set(pair.before);
    this.#new = new Set(pair.after);
  }

  compare(): SchemaChange[] {
    const changes = [...this.#takeSame(), ...this.#takeMatching()];
    return [...changes, ...this.#removed(), ...this.#added()];
  }

  /** Matches alternatives that accept the same values; their documentation may differ. */
  #takeSame(): SchemaChange[] {
    return this.#take((before, after) => {
      const changes = this.#between(before, after);
      return !losesValues(changes) && !gainsValues(changes);
    });
  }

  /** Matches objects with the same tag, and the last one left on each side. */
  #takeMatching(): SchemaChange[] {
    const tagged = this.#take((before, after) => {
      const [older, newer] = [tagOf(before.schema), tagOf(after.schema)];
      return older !== undefined && older.text === newer?.text;
    });
    if (this.#gone.size !== 1 || this.#new.size !== 1) return tagged;
    return [...tagged, ...this.#take((before, after) => !haveOtherTags(before.schema, after.schema))];
  }

  #take(belong: (before: Alternative, after: Alternative) => boolean): SchemaChange[] {
    return [...this.#gone].flatMap((before) => {
      const after = [...this.#new].find((it) => belong(before, it));
      if (!after) return [];
      this.#gone.delete(before);
      this.#new.delete(after);
      return this.#changesOf(before, after);
    });
  }

  #changesOf(before: Alternative, after: Alternative): SchemaChange[] {
    const mark = tagOf(before.schema)?.label ?? String(this.pair.before.indexOf(before) + 1);
    const changes = compareMatched({ before, after }, alternativePath(this.path, mark), this.comparer);
    const isLossElsewhere = losesValues(changes) && this.#isHeldAfter(before);
    const isGainElsewhere = gainsValues(changes) && this.#isHeldBefore(after);
    return changes.filter(({ effect }) => {
      if (effect === 'narrows') return !isLossElsewhere;
      if (effect === 'widens') return !isGainElsewhere;
      return effect !== 'changes' || !(isLossElsewhere && isGainElsewhere);
    });
  }

  #removed(): SchemaChange[] {
    return [...this.#gone]
      .filter((it) => !this.#isHeldAfter(it))
      .map((it) => this.#oneSided(it, { kind: 'alternative-removed', effect: 'narrows', says: 'can no longer be' }));
  }

  #added(): SchemaChange[] {
    return [...this.#new]
      .filter((it) => !this.#isHeldBefore(it))
      .map((it) => this.#oneSided(it, { kind: 'alternative-added', effect: 'widens', says: 'can be' }));
  }

  #oneSided(
    { schema }: Alternative,
    { kind, effect, says }: Pick<SchemaChange, 'kind' | 'effect'> & { readonly says: string },
  ): SchemaChange {
    const label = tagOf(schema)?.label;
    const words = `${describeAlternative(this.comparer.kind, schema)}${label === undefined ? '' : ` (${label})`}`;
    return { kind, effect, path: this.path, fact: `it ${says} ${words}` };
  }

  #isHeldAfter(before: Alternative): boolean {
    return this.pair.after.some((after) => !losesValues(this.#between(before, after)));
  }

  #isHeldBefore(after: Alternative): boolean {
    return this.pair.before.some((before) => !gainsValues(this.#between(before, after)));
  }

  #between(before: Alternative, after: Alternative): SchemaChange[] {
    const known = this.#compared.get(before) ?? new Map<Alternative, SchemaChange[]>();
    this.#compared.set(before, known);
    const changes =
      known.get(after) ?? this.comparer.compareOne({ before: before.schema, after: after.schema }, this.path);
    known.set(after, changes);
    return changes;
  }
}

interface Tag {
  /** Text that is equal for equal tags. */
  readonly text: string;
  /** Label for people: `kind: "circle"`. */
  readonly label: string;
}

/** Returns the required properties with a single value, which distinguish the members of a discriminated union. */
function tagOf({ properties, required }: JsonObject): Tag | undefined {
  const names = Array.isArray(required) ? (required as readonly string[]) : [];
  const tags = Object.entries((properties ?? {}) as Record<string, JsonValue>)
    .filter(([name]) => names.includes(name))
    .flatMap(([name, schema]) => {
      const value = onlyValueOf(schema);
      return value === undefined ? [] : [`${name}: ${JSON.stringify(value)}`];
    });
  return tags.length === 0 ? undefined : { text: [...tags].sort().join(), label: tags.join(', ') };
}

function onlyValueOf(schema: JsonValue): JsonValue | undefined {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return undefined;
  const { const: only, enum: listed } = schema as JsonObject;
  if (only !== undefined) return only;
  return Array.isArray(listed) && listed.length === 1 ? (listed as readonly JsonValue[])[0] : undefined;
}

function haveOtherTags(before: JsonObject, after: JsonObject): boolean {
  const [older, newer] = [tagOf(before), tagOf(after)];
  return older !== undefined && newer !== undefined && older.text !== newer.text;
}
