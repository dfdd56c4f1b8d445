/**
 * Decides which named types of one schema go into its `$defs`, and under which names.
 *
 * Those are recursive types and types used twice, if the schema reaches them. Knows nothing of how a type is written.
 */
import type { Definition, PlainNode, RefNode, SchemaNode } from '../model/schema-node.js';
import { innerNodes } from './inner-nodes.js';

/** The `$defs` of one schema. */
export interface SchemaDefinitions {
  /** Returns the name of the type's entry; `undefined` where the type is written inline. */
  nameOf(definition: Definition): string | undefined;
  /** The entries in order of first use. */
  readonly entries: ReadonlyMap<string, Definition>;
}

/** Finds the definitions of the schema of `root`, which itself is written inline. */
export function findDefinitions(root: PlainNode): SchemaDefinitions {
  const uses = new Uses();
  uses.countIn(root);
  const entries = new Map<string, Definition>();
  const names = new Map<Definition, string>();
  for (const [definition, count] of uses.counts) {
    if (!definition.isRecursive && count < 2) continue;
    const name = freeName(definition.name, entries);
    entries.set(name, definition);
    names.set(definition, name);
  }
  return { entries, nameOf: (definition) => names.get(uses.firstLike(definition)) };
}

/** Counts the uses of each type; types with the same name and content count as the first of them. */
class Uses {
  readonly counts = new Map<Definition, number>();
  readonly #firstLike = new Map<Definition, Definition>();
  readonly #byName = new Map<string, Definition[]>();

  /** Counts a type's inner types once, since they are written once. */
  countIn(node: SchemaNode): void {
    if (node.kind !== 'ref') return innerNodes(node).forEach((inner) => this.countIn(inner));
    const definition = this.firstLike(node.definition);
    const count = this.counts.get(definition) ?? 0;
    this.counts.set(definition, count + 1);
    if (count === 0) this.countIn(definition.node);
  }

  firstLike(definition: Definition): Definition {
    const known = this.#firstLike.get(definition);
    if (known) return known;
    const ofThatName = this.#byName.get(definition.name) ?? [];
    const first = ofThatName.find((other) => isEqualDefinition(other, definition, new Map())) ?? definition;
    if (first === definition) this.#byName.set(definition.name, [...ofThatName, definition]);
    this.#firstLike.set(definition, first);
    return first;
  }
}

function freeName(name: string, taken: ReadonlyMap<string, unknown>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
  return free;
}

/** The comparisons in progress: each object with those it is being compared with. */
type Assumed = Map<object, Set<object>>;

/** Compares definitions. Recursive types are equal when no comparison around the cycle finds a difference. */
function isEqualDefinition(a: Definition, b: Definition, assumed: Assumed): boolean {
  if (a === b) return true;
  const partners = assumed.get(a) ?? new Set();
  if (partners.has(b)) return true;
  assumed.set(a, partners.add(b));
  return a.name === b.name && isEqual(a.node, b.node, assumed);
}

function isEqual(a: unknown, b: unknown, assumed: Assumed): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (isReference(a) && isReference(b)) {
    return isEqual(a.documentation, b.documentation, assumed) && isEqualDefinition(a.definition, b.definition, assumed);
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => isEqual(Reflect.get(a, key), Reflect.get(b, key), assumed));
}

function isReference(value: object): value is RefNode {
  return 'kind' in value && value.kind === 'ref' && 'definition' in value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
