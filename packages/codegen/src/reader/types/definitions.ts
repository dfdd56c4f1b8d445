/**
 * The named and the recursive types of one root: the types seen, those being read, and those that contain themselves.
 *
 * Two types are the same if the checker says so and they have the same name; the name alone is not enough.
 */
import type { ts } from 'ts-morph';
import type { Definition, PlainNode, RefNode } from '../../model/schema-node.js';

/** The role in which a type is read: input or output. */
export type TypeRole = 'parameter' | 'result';

/**
 * The key that distinguishes types; `symbol` is the one that names it, and `names` are the documented names in its type arguments
 * that the checker forgets.
 */
export interface DefinitionKey {
  readonly type: ts.Type;
  readonly symbol: ts.Symbol | undefined;
  readonly names: string;
}

/** A type that was read or is being read. */
export interface Entry {
  readonly key: DefinitionKey;
  readonly definition: Definition;
  state: 'open' | 'read' | 'refused';
  /** True when the type was found again inside itself. */
  isMet: boolean;
}

/** The data for entering a type into the table. */
export interface Opening {
  readonly key: DefinitionKey;
  /** Returns the name of the type; called once, when the type is first referred to. */
  readonly name: () => string;
  /** True when the declaration alone defines the type, because it has no type arguments. */
  readonly isPlain: boolean;
}

/** An entry as stored in tables. */
class TableEntry implements Entry {
  readonly key: DefinitionKey;
  readonly definition: Definition;
  isPlain: boolean;
  state: Entry['state'] = 'open';
  isMet = false;
  /** The steps, without those of inner types that are entries themselves. */
  steps = 0;
  readonly uses = new Set<TableEntry>();
  readonly users = new Set<TableEntry>();
  /** True when a part of the type was refused. */
  isBroken = false;
  node: PlainNode | undefined = undefined;
  isRecursive: boolean | undefined = undefined;

  constructor({ key, name, isPlain }: Opening) {
    this.key = key;
    this.isPlain = isPlain;
    this.definition = new EntryDefinition(this, name);
  }
}

/** Caches types that depend only on their own declarations, which are read once for all methods. */
export interface DefinitionCache {
  readonly parameter: KeyedEntries;
  readonly result: KeyedEntries;
}

/** Opens an empty cache, for one reading. */
export function openDefinitionCache(): DefinitionCache {
  return { parameter: new KeyedEntries(), result: new KeyedEntries() };
}

class KeyedEntries {
  readonly #byType = new Map<ts.Type, TableEntry[]>();

  get(key: DefinitionKey): TableEntry | undefined {
    return this.#byType.get(key.type)?.find((entry) => isSameKey(entry.key, key));
  }

  set(entry: TableEntry): void {
    const known = this.#byType.get(entry.key.type) ?? [];
    this.#byType.set(entry.key.type, [...known.filter(({ key }) => !isSameKey(key, entry.key)), entry]);
  }

  delete(key: DefinitionKey): void {
    const known = this.#byType.get(key.type) ?? [];
    const others = known.filter((entry) => !isSameKey(entry.key, key));
    if (others.length > 0) this.#byType.set(key.type, others);
    else this.#byType.delete(key.type);
  }
}

function isSameKey(one: DefinitionKey, other: DefinitionKey): boolean {
  return one.symbol === other.symbol && one.names === other.names;
}

/** The table of one root, or of several that are written into one schema. */
export class Definitions {
  readonly #entries = new KeyedEntries();
  readonly #open: TableEntry[] = [];
  #fresh: TableEntry[] = [];
  #steps = 0;
  readonly #charged = new Set<Entry>();
  /** True when a type was found that is infinite, or that takes too much work; reading then stops. */
  isGivenUp = false;

  /** The types being read, outermost first. */
  get open(): readonly Entry[] {
    return this.#open;
  }

  /**
   * The work spent on the root: one for each visited type and each member. Cached types count as if they were read here, so that
   * the sum does not depend on earlier readings.
   */
  get steps(): number {
    return this.#steps;
  }

  /** Counts the work for one type or one member. */
  takeStep(): void {
    this.#steps += 1;
    const around = this.#open.at(-1);
    if (around) around.steps += 1;
  }

  /** Returns the type if it was seen before or is in the cache. */
  find(key: DefinitionKey, cached: KeyedEntries): Entry | undefined {
    const entry = this.#entries.get(key);
    return entry ?? this.#findCached(key, cached);
  }

  #findCached(key: DefinitionKey, cached: KeyedEntries): Entry | undefined {
    const entry = cached.get(key);
    if (!entry || this.#charged.has(entry)) return entry;
    for (const one of [entry, ...reachedFrom(entry)]) {
      if (this.#charged.has(one)) continue;
      this.#charged.add(one);
      this.#steps += one.steps;
    }
    return entry;
  }

  /** Begins to read a type. */
  begin(opening: Opening): Entry {
    const entry = new TableEntry(opening);
    this.#use(entry);
    this.#entries.set(entry);
    this.#open.push(entry);
    return entry;
  }

  /** Ends the reading of the type that was begun last. A refused type is refused wherever it occurs again. */
  end(entry: Entry, state: 'read' | 'refused'): void {
    const ended = this.#open.pop();
    if (ended !== entry) throw new Error('types end in the reverse order in which they begin');
    ended.state = ended.isBroken ? 'refused' : state;
    if (state === 'refused') breakUsers(ended);
  }

  /** Sets the content of a type after it has been read. */
  define(entry: Entry, node: PlainNode): void {
    const defined = readEntry(entry);
    defined.node = node;
    // A type without a declaration is named after the place of its first occurrence.
    if (!entry.key.symbol) defined.isPlain = false;
    this.#fresh.push(defined);
  }

  /** Removes an unnamed type that did not occur again: it is written inline wherever it is used. */
  forget(entry: Entry): void {
    this.#entries.delete(entry.key);
  }

  /** Returns a reference to the type. */
  refer(entry: Entry): RefNode {
    if (entry.state === 'open') entry.isMet = true;
    this.#use(readEntry(entry));
    return { kind: 'ref', definition: entry.definition };
  }

  #use(entry: TableEntry): void {
    const around = this.#open.at(-1);
    if (!around) return;
    around.uses.add(entry);
    // A cached entry was never refused, and outlives this table.
    if (!this.#charged.has(entry)) entry.users.add(around);
  }

  /** Adds the types that are the same for every root to the cache. */
  share(cache: DefinitionCache, role: TypeRole): void {
    const isSame = (entry: TableEntry): boolean => entry.isPlain && entry.state === 'read';
    for (const entry of this.#fresh) {
      if (isSame(entry) && reachedFrom(entry).every(isSame)) cache[role].set(entry);
    }
    this.#fresh = [];
  }
}

function readEntry(entry: Entry): TableEntry {
  // Sound because only tables make entries, and they make this class.
  return entry as TableEntry;
}

/** A class, since a literal with getters makes the reading of 1,000 tools 2 to 4 % slower. */
class EntryDefinition implements Definition {
  #name: string | undefined;

  constructor(
    private readonly entry: TableEntry,
    private readonly nameIt: () => string,
  ) {}

  get name(): string {
    return (this.#name ??= this.nameIt());
  }

  get isRecursive(): boolean {
    return containsItself(this.entry);
  }

  get node(): PlainNode {
    const { state, node } = this.entry;
    if (state === 'refused') return { kind: 'never' };
    if (!node) throw new Error(`the type ${this.name} was looked into before it was read`);
    return node;
  }
}

/** Refuses every type that contains a refused one, even if it was read before that was known. */
function breakUsers(entry: TableEntry): void {
  for (const user of entry.users) {
    if (user.isBroken) continue;
    user.isBroken = true;
    if (user.state === 'read') user.state = 'refused';
    breakUsers(user);
  }
}

/** Returns whether a type refers to a type being read, and so is inside of it. */
function containsItself(entry: TableEntry): boolean {
  if (entry.state === 'open') return true;
  if (entry.isRecursive !== undefined) return entry.isRecursive;
  const reached = reachedFrom(entry);
  if (reached.some(({ state }) => state === 'open')) return reached.includes(entry);
  findRecursive(entry);
  return entry.isRecursive ?? false;
}

/**
 * Finds the reachable types that contain themselves in one walk: those that can reach each other (Tarjan's strongly connected
 * components).
 */
function findRecursive(from: TableEntry): void {
  const places = new Map<TableEntry, number>();
  const way: TableEntry[] = [];
  const visit = (entry: TableEntry): number => {
    const place = places.size;
    places.set(entry, place);
    way.push(entry);
    let first = place;
    for (const used of entry.uses) {
      if (used.isRecursive !== undefined) continue;
      first = Math.min(first, places.get(used) ?? visit(used));
    }
    if (first < place) return first;
    const component = way.splice(way.indexOf(entry));
    for (const one of component) one.isRecursive = component.length > 1 || one.uses.has(one);
    return place;
  };
  visit(from);
}

function reachedFrom(entry: TableEntry): TableEntry[] {
  const reached = new Set<TableEntry>();
  const visit = (one: TableEntry): void => {
    for (const used of one.uses) {
      if (reached.has(used)) continue;
      reached.add(used);
      visit(used);
    }
  };
  visit(entry);
  return [...reached];
}
