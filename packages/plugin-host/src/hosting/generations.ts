/**
 * The generations of one plugin: chooses the one for new calls, and when an old one may be stopped.
 *
 * A call holds the generation that it began on until it ends or the drain limit aborts it. A swap is one assignment.
 */
import type { Announcer } from '@sigil/core';
import {
  buildCatalog,
  Listeners,
  type Catalog,
  type CatalogHold,
  type CatalogHolder,
  type CatalogSource,
  type ComponentKind,
} from '@sigil/core/catalog';
import { RunningList, type RunningEntry } from '@sigil/core/engine';
import { changedKinds } from '../composing/changed-kinds.js';

/** One prepared catalog, and the function that ends the code behind it. */
export interface Generation {
  readonly catalog: Catalog;
  /** Called once, when no call holds the generation any more. Must not reject. */
  readonly retire: () => Promise<void>;
}

const emptyGeneration: Generation = {
  catalog: buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }),
  retire: () => Promise.resolve(),
};

export class Generations implements CatalogSource, Announcer {
  #current = new HeldGeneration(emptyGeneration);
  readonly #changes = new Listeners<ReadonlySet<ComponentKind>>();
  readonly #updates = new Listeners<string>();
  readonly #retiring = new Set<Promise<void>>();

  /**
   * @param drainTimeoutMs longest wait for calls that hold an old generation
   * @param onAborted called with the number of calls that were aborted for taking longer
   */
  constructor(
    private readonly drainTimeoutMs: number,
    private readonly onAborted: (calls: number) => void = () => undefined,
  ) {}

  /** Number of calls that hold the current generation. */
  get runningCount(): number {
    return this.#current.holderCount;
  }

  /** Number of older generations that have not ended yet. */
  get drainingCount(): number {
    return this.#retiring.size;
  }

  /** Read with every call, so sources in front of it pass this function on. */
  readonly current = (): Catalog => this.#current.generation.catalog;

  /** All components of a plugin run on the same generation. */
  hold(_component?: object, holder?: CatalogHolder): CatalogHold {
    return this.#current.hold(holder);
  }

  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void {
    return this.#changes.add(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    return this.#updates.add(listener);
  }

  resourceUpdated(uri: string): void {
    this.#updates.notify(uri);
  }

  listChanged(kind: ComponentKind): void {
    this.#changes.notify(new Set([kind]));
  }

  /** Gives new calls `next`, and drains the previous generation. @returns the kinds whose lists differ */
  swap(next: Generation): ReadonlySet<ComponentKind> {
    const previous = this.#current;
    this.#current = new HeldGeneration(next);
    this.#retire(previous, 'its plugin was replaced');
    const changed = changedKinds(previous.generation.catalog, next.catalog);
    this.#changes.notify(changed);
    return changed;
  }

  /** Settles when no older generation is left. */
  async drained(): Promise<void> {
    while (this.#retiring.size > 0) await Promise.all(this.#retiring);
  }

  /** Removes the current generation, and waits until every generation has retired. */
  async close(): Promise<void> {
    const last = this.#current;
    this.#current = new HeldGeneration(emptyGeneration);
    this.#retire(last, 'its plugin was closed');
    await this.drained();
  }

  #retire(held: HeldGeneration, why: string): void {
    if (held.generation === emptyGeneration) return;
    const retired = this.#end(held, why);
    this.#retiring.add(retired);
    void retired.finally(() => this.#retiring.delete(retired));
  }

  async #end(held: HeldGeneration, why: string): Promise<void> {
    if (!(await held.freedWithin(this.drainTimeoutMs))) {
      this.onAborted(held.holderCount);
      held.revoke(`${why}, and the call ran for ${this.drainTimeoutMs} ms after that (limit drainTimeoutMs)`);
      // Aborted calls clean up before their plugin is stopped.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await held.generation.retire();
  }
}

type HoldEntry = RunningEntry<CatalogHolder | undefined>;

/** The hold of one call on a generation. */
class GenerationHold implements CatalogHold {
  constructor(
    private readonly held: HeldGeneration,
    private readonly entry: HoldEntry,
  ) {}

  release(): void {
    this.held.release(this.entry);
  }
}

/** A generation and the calls that hold it. */
class HeldGeneration {
  readonly #holds = new RunningList<CatalogHolder | undefined>();
  #onFree: (() => void) | undefined;

  constructor(readonly generation: Generation) {}

  get holderCount(): number {
    return this.#holds.size;
  }

  hold(holder: CatalogHolder | undefined): CatalogHold {
    return new GenerationHold(this, this.#holds.add(holder));
  }

  release(entry: HoldEntry): void {
    if (this.#holds.remove(entry) && this.#holds.size === 0) this.#onFree?.();
  }

  revoke(why: string): void {
    for (const holder of this.#holds.items()) holder?.revoke(why);
  }

  /** @returns whether no call holds it any more; false when one still does after this time */
  freedWithin(timeoutMs: number): Promise<boolean> {
    if (this.#holds.size === 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeoutMs);
      this.#onFree = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }
}
