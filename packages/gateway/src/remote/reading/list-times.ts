/**
 * The lists of an upstream as they were read last, and how long each of them stays valid.
 *
 * A list whose time has not ended is not read, unless the upstream announces a change of it or states other facts about itself.
 * Spec: 2026-07-28 server/utilities/caching
 */
import type { ComponentKind } from '@sigil/core/catalog';
import { canonicalJson } from '@sigil/core/building';
import type { ServerFacts } from '@sigil/client/internal';
import { holdMsOf, kindOf, type KnownLists, type ListName, type ReadList, type ReadLists } from './read-lists.js';

interface TimedList {
  readonly list: ReadList;
  /** On the monotonic clock; in the past for a list without a time of its own. */
  readonly validUntil: number;
}

/** The lists at the beginning of a reading. */
export interface Reading extends KnownLists {
  /** The lists that were announced as changed while it lasted. */
  readonly expired: Set<ComponentKind | 'all'>;
}

/** Lists whose times end within this time of each other are read together. */
const togetherMs = 1_000;

export class ListTimes {
  readonly #lists = new Map<ListName, TimedList>();
  /** The facts that the lists were read with, as text. */
  #facts = '';
  #reading: Reading | undefined;

  /** Begins a reading. A failed one need not be ended. */
  begin(facts: ServerFacts): Reading {
    const { info, revision, capabilities } = facts;
    const stated = canonicalJson({ info, revision, capabilities });
    if (stated !== this.#facts) this.expire();
    this.#facts = stated;
    const now = performance.now() + togetherMs;
    this.#reading = {
      expired: new Set(),
      latestList: (name) => this.#lists.get(name)?.list,
      validList: (name) => {
        const known = this.#lists.get(name);
        return known && known.validUntil > now
          ? { ...known.list, ttlMs: known.validUntil - now + togetherMs }
          : undefined;
      },
    };
    return this.#reading;
  }

  /** Keeps the lists of a reading. One that could not be read stays as it was, and is read again. */
  end({ read }: ReadLists, { expired, validList }: Reading): void {
    for (const [name, list] of read) {
      if (list.failure || validList(name)) continue;
      const holdMs = expired.has('all') || expired.has(kindOf(name)) ? undefined : holdMsOf(list.ttlMs);
      this.#lists.set(name, { list, validUntil: holdMs === undefined ? 0 : performance.now() + holdMs });
    }
    this.#reading = undefined;
  }

  /** @param kind of the lists to read again; all, if absent */
  expire(kind?: ComponentKind): void {
    this.#reading?.expired.add(kind ?? 'all');
    for (const [name, { list }] of this.#lists) {
      if (kind === undefined || kindOf(name) === kind) this.#lists.set(name, { list, validUntil: 0 });
    }
  }
}
