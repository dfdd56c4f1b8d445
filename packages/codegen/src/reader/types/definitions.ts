/**
 * The named and the recursive types of one root: which were met, which are being read, and which contain themselves.
 *
 * Two types are the same when the checker says so and they go by the same name; the name alone never tells.
 */
import type ts from 'typescript';
import type { Definition, PlainNode, RefNode } from '../../model/schema-node.js';

/** What a type is read for: what comes in, or what goes out. */
export type TypeRole = 'parameter' | 'result';

/** What tells one type from another: `symbol` is the one that names it. */
export interface DefinitionKey {
  readonly type: ts.Type;
  readonly symbol: ts.Symbol | undefined;
}

/** A type that is or was being read. */
export interface Entry {
  readonly key: DefinitionKey;
  readonly definition: Definition;
  state: 'open' | 'read' | 'refused';
  /** Whether it was met again inside of itself. */
  isMet: boolean;
}

/** How a type goes by in the table. */
export interface Opening {
  readonly key: DefinitionKey;
  /** What it is called; asked for when the type is referred to, and then once. */
  readonly name: () => string;
  /** Whether its declaration alone says all of it: it has no type arguments. */
  readonly isPlain: boolean;
}

interface TableEntry extends Entry {
  isPlain: boolean;
  readonly uses: Set<TableEntry>;
  node: PlainNode | undefined;
  isRecursive: boolean | undefined;
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
  #hasRefused = false;
  /** How many types were read. */
  #count = 0;
  /** Whether a type was found that never ends: nothing more is read then. */
  isGivenUp = false;

  /** The types that are being read, outermost first. */
  get open(): readonly Entry[] {
    return this.#open;
  }

  /** Counts one more type that is read; gives the number. */
  count(): number {
    this.#count += 1;
    return this.#count;
  }

  /** The type, when it was met before here or is known to the cache. */
  find(key: DefinitionKey, cached: KeyedEntries): Entry | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return cached.get(key);
    const isBroken = this.#hasRefused && reachedFrom(entry).some((one) => one.state === 'refused');
    if (isBroken && entry.state === 'read') entry.state = 'refused';
    return entry;
  }

  /** Begins to read a type. */
  begin(opening: Opening): Entry {
    const entry = openEntry(opening);
    this.#open.at(-1)?.uses.add(entry);
    this.#entries.set(entry);
    this.#open.push(entry);
    return entry;
  }

  /** Ends the reading of the type that was begun last. What is refused is refused wherever it is met again. */
  end(entry: Entry, state: 'read' | 'refused'): void {
    if (this.#open.pop() !== entry) throw new Error('types end in the reverse order in which they begin');
    entry.state = state;
    this.#hasRefused ||= state === 'refused';
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
    this.#open.at(-1)?.uses.add(readEntry(entry));
    return { kind: 'ref', definition: entry.definition };
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

function openEntry({ key, name, isPlain }: Opening): TableEntry {
  let known: string | undefined;
  const entry: TableEntry = {
    key,
    isPlain,
    state: 'open',
    isMet: false,
    uses: new Set(),
    node: undefined,
    isRecursive: undefined,
    definition: {
      get name() {
        return (known ??= name());
      },
      get isRecursive() {
        return containsItself(entry);
      },
      get node(): PlainNode {
        if (entry.state === 'refused') return { kind: 'never' };
        if (!entry.node) throw new Error(`the type ${name()} was looked into before it was read`);
        return entry.node;
      },
    },
  };
  return entry;
}

/** Whoever refers to a type that is being read is inside of it. */
function containsItself(entry: TableEntry): boolean {
  if (entry.state === 'open') return true;
  entry.isRecursive ??= reachedFrom(entry).includes(entry);
  return entry.isRecursive;
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
