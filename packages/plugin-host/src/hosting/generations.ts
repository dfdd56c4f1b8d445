/**
 * The generations of one plugin: which one new calls get, and when an old one may be stopped.
 *
 * A call holds the generation that it began on until it ends. One swap is one assignment.
 */
import {
  buildCatalog,
  type Announcer,
  type Catalog,
  type CatalogSource,
  type ComponentKind,
  type PinnedCatalog,
} from '@sigil/core';
import { changedKinds } from '../composing/changed-kinds.js';

/** One prepared catalog and how to end what stands behind it. */
export interface Generation {
  readonly catalog: Catalog;
  /** Called once, when no call holds the generation any more or the drain limit has passed. Must not reject. */
  readonly retire: () => Promise<void>;
}

const emptyGeneration: Generation = {
  catalog: buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }),
  retire: () => Promise.resolve(),
};

export class Generations implements CatalogSource, Announcer {
  #current = new HeldGeneration(emptyGeneration);
  readonly #listeners = new Set<(changed: ReadonlySet<ComponentKind>) => void>();
  readonly #resourceListeners = new Set<(uri: string) => void>();
  readonly #retiring = new Set<Promise<void>>();

  /** @param drainTimeoutMs longest wait for calls that hold an old generation */
  constructor(private readonly drainTimeoutMs: number) {}

  pin(): PinnedCatalog {
    return this.#current.pin();
  }

  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    this.#resourceListeners.add(listener);
    return () => this.#resourceListeners.delete(listener);
  }

  resourceUpdated(uri: string): void {
    for (const listener of this.#resourceListeners) listener(uri);
  }

  listChanged(kind: ComponentKind): void {
    for (const listener of this.#listeners) listener(new Set([kind]));
  }

  /** New calls get `next` from now on; the one before drains. @returns the kinds whose lists are no longer equal */
  swap(next: Generation): ReadonlySet<ComponentKind> {
    const previous = this.#current;
    this.#current = new HeldGeneration(next);
    this.#retire(previous);
    const changed = changedKinds(previous.generation.catalog, next.catalog);
    if (changed.size > 0) for (const listener of this.#listeners) listener(changed);
    return changed;
  }

  /** Takes the current generation away and waits until every one has retired. */
  async close(): Promise<void> {
    const last = this.#current;
    this.#current = new HeldGeneration(emptyGeneration);
    this.#retire(last);
    await Promise.all(this.#retiring);
  }

  #retire(held: HeldGeneration): void {
    const retired = held.drained(this.drainTimeoutMs).then(() => held.generation.retire());
    this.#retiring.add(retired);
    void retired.finally(() => this.#retiring.delete(retired));
  }
}

/** A generation and how many calls hold it. */
class HeldGeneration {
  #holders = 0;
  #onDrained: (() => void) | undefined;

  constructor(readonly generation: Generation) {}

  pin(): PinnedCatalog {
    this.#holders++;
    return { catalog: this.generation.catalog, release: () => this.#release() };
  }

  #release(): void {
    this.#holders--;
    if (this.#holders === 0) this.#onDrained?.();
  }

  /** Settles when nobody holds it any more, or after the limit. */
  drained(timeoutMs: number): Promise<void> {
    if (this.#holders === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.#onDrained = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
