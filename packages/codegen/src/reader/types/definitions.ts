/**
 * The named and the recursive types of one root: which were met, which are being read, and which contain themselves.
 *
 * Two types are the same when the checker says so and they go by the same name; the name alone never tells.
 */
import type { ts } from 'ts-morph';
import type { Definition, PlainNode, RefNode } from '../../model/schema-node.js';

/** The role that a type is read in: what comes in, or what goes out. */
export type TypeRole = 'parameter' | 'result';

/** The key that tells one type from another: `symbol` is the one that names it. */
export interface DefinitionKey {
  readonly type: ts.Type;
  readonly symbol: ts.Symbol | undefined;
}

/** A type that is or was being read. */
export interface Entry {
  readonly key: DefinitionKey;
  readonly definition: Definition;
  state: 'open' | 'read' | 'refused';
  /** Tells whether the type was met again inside of itself. */
  isMet: boolean;
}

/** The data that a type is entered into the table with. */
export interface Opening {
  readonly key: DefinitionKey;
  /** Returns the name of the type; asked for when the type is referred to, and then once. */
  readonly name: () => string;
  /** Tells whether the declaration alone says all of the type: it has no type arguments. */
  readonly isPlain: boolean;
}

/** An entry as tables keep it. */
class TableEntry implements Entry {
  readonly key: DefinitionKey;
  readonly definition: Definition;
  isPlain: boolean;
  state: Entry['state'] = 'open';
  isMet = false;
  /** Without those of the types inside of it that are entries themselves. */
  steps = 0;
  readonly uses = new Set<TableEntry>();
  readonly users = new Set<TableEntry>();
  /** Tells whether a part of the type was refused. */
  isBroken = false;
  node: PlainNode | undefined = undefined;
  isRecursive: boolean | undefined = undefined;

  constructor({ key, name, isPlain }: Opening) {
    this.key = key;
    this.isPlain = isPlain;
    this.definition = new EntryDefinition(this, name);
  }
}

/** Types that depend on nothing but their own declarations are read once for all methods. */
export interface DefinitionCache {
  readonly parameter: KeyedEntries;
  readonly result: KeyedEntries;
}

/** Opens an empty cache, for one reading. */
export function openDefinitionCache(): DefinitionCache {
  return { parameter: new KeyedEntries(), result: new KeyedEntries() };
}

class KeyedEntries {
  readonly #byType = new Map<ts.Type, Map<ts.Symbol | undefined, TableEntry>>();

  get({ type, symbol }: DefinitionKey): TableEntry | undefined {
    return this.#byType.get(type)?.get(symbol);
  }

  set(entry: TableEntry): void {
    const { type, symbol } = entry.key;
    const known = this.#byType.get(type);
    if (known) known.set(symbol, entry);
    else this.#byType.set(type, new Map([[symbol, entry]]));
  }

  delete({ type, symbol }: DefinitionKey): void {
    this.#byType.get(type)?.delete(symbol);
  }
}

/** The table of one root, or of several that are written into one schema. */
export class Definitions {
  readonly #entries = new KeyedEntries();
  readonly #open: TableEntry[] = [];
  #fresh: TableEntry[] = [];
  #steps = 0;
  readonly #charged = new Set<Entry>();
  /** Tells whether a type was found that never ends, or that takes too much work: nothing more is read then. */
  isGivenUp = false;

  /** The types that are being read, outermost first. */
  get open(): readonly Entry[] {
    return this.#open;
  }

  /**
   * The work that the root has taken: one for each type that was met and each member. Types from the cache count as if
   * they were read here, so that the sum is the same whatever was read before.
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

  /** The type, when it was met before here or is known to the cache. */
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

  /** Ends the reading of the type that was begun last. A refused type is refused wherever it is met again. */
  end(entry: Entry, state: 'read' | 'refused'): void {
    const ended = this.#open.pop();
    if (ended !== entry) throw new Error('types end in the reverse order in which they begin');
    ended.state = ended.isBroken ? 'refused' : state;
    if (state === 'refused') breakUsers(ended);
  }

  /** Says what the type consists of, now that it is read. */
  define(entry: Entry, node: PlainNode): void {
    const defined = readEntry(entry);
    defined.node = node;
    // The name of one without a declaration is that of the place where it was met first.
    if (!entry.key.symbol) defined.isPlain = false;
    this.#fresh.push(defined);
  }

  /** Forgets a type that has no name and was not met again: it is written out wherever it is used. */
  forget(entry: Entry): void {
    this.#entries.delete(entry.key);
  }

  /** A reference to the type. */
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

  /** Hands the types that are the same for every root to the cache. */
  share(cache: DefinitionCache, role: TypeRole): void {
    const isSame = (entry: TableEntry): boolean => entry.isPlain && entry.state === 'read';
    for (const entry of this.#fresh) {
      if (isSame(entry) && reachedFrom(entry).every(isSame)) cache[role].set(entry);
    }
    this.#fresh = [];
  }
}

function readEntry(entry: Entry): TableEntry {
  // Sound because only tables make entries, and these are what they make.
  return entry as TableEntry;
}

/** A class, since a literal with getters costs the reading of 1,000 tools 2 to 4 % more. */
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

/** A type with a refused type in it is refused too, also when it was read before that was known. */
function breakUsers(entry: TableEntry): void {
  for (const user of entry.users) {
    if (user.isBroken) continue;
    user.isBroken = true;
    if (user.state === 'read') user.state = 'refused';
    breakUsers(user);
  }
}

/** A type that refers to a type that is being read is inside of it. */
function containsItself(entry: TableEntry): boolean {
  if (entry.state === 'open') return true;
  if (entry.isRecursive !== undefined) return entry.isRecursive;
  const reached = reachedFrom(entry);
  if (reached.some(({ state }) => state === 'open')) return reached.includes(entry);
  findRecursive(entry);
  return entry.isRecursive ?? false;
}

/**
 * Finds which of the types that are reached contain themselves, all in one walk: those that reach each other do (Tarjan's strongly
 * connected components).
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
