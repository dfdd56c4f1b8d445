/**
 * The generations of one plugin: chooses the one for new calls, and when an old one may be stopped.
 *
 * A call holds the generation that it began on until it ends or a limit of draining aborts it. A swap is one assignment, and waits for no
 * call: several older generations may drain at a time.
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
import { RunningList, type RunningEntry } from '@sigil/core/internal';
import { changedKinds } from '../composing/list-changes.js';
import type { DrainEvent, DrainLimit } from './drain-event.js';
import type { HostLimits } from './host-limits.js';

/** One prepared catalog, and the function that ends its code. */
export interface Generation {
  readonly catalog: Catalog;
  /** Called once, when no call holds the generation any more. Must not reject. */
  readonly retire: () => Promise<void>;
}

const emptyGeneration: Generation = {
  catalog: buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }),
  retire: () => Promise.resolve(),
};

/** The limits of draining. */
type DrainLimits = Pick<HostLimits, DrainLimit>;

/** The limits of draining, and the share of the heap that is in use. */
export interface DrainOptions {
  readonly limits: DrainLimits;
  /** Returns the used share of this process's heap, in percent. */
  readonly heapPercent: () => number;
  readonly onEvent: (event: DrainEvent) => void;
}

export class Generations implements CatalogSource, Announcer {
  #current = new HeldGeneration(emptyGeneration, 0);
  #count = 0;
  readonly #changes = new Listeners<ReadonlySet<ComponentKind>>();
  readonly #updates = new Listeners<string>();
  /** Replaced generations, oldest first, until their code has ended. */
  readonly #retiring = new Map<HeldGeneration, Promise<void>>();

  constructor(private readonly options: DrainOptions) {}

  /** Number of calls that hold the current generation. */
  get runningCount(): number {
    return this.#current.holderCount;
  }

  /** Number of older generations that have not ended yet. */
  get drainingCount(): number {
    return this.#retiring.size;
  }

  /** Number of calls that hold an older generation. */
  get drainingCalls(): number {
    return [...this.#retiring.keys()].reduce((calls, { holderCount }) => calls + holderCount, 0);
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
    this.#current = new HeldGeneration(next, ++this.#count);
    this.#retire(previous, 'drainTimeoutMs');
    this.#endExcess();
    const changed = changedKinds(previous.generation.catalog, next.catalog);
    this.#changes.notify(changed);
    return changed;
  }

  /** Removes the current generation, and waits until every generation has retired. */
  async close(): Promise<void> {
    const last = this.#current;
    this.#current = new HeldGeneration(emptyGeneration, 0);
    this.#retire(last, 'closeDrainMs');
    const { limits } = this.options;
    for (const older of this.#retiring.keys()) older.endWithin(limits.closeDrainMs, 'closeDrainMs');
    await this.drained();
  }

  /** Settles when there is room for one more generation: those whose code is still stopping count too. */
  async hasRoom(): Promise<void> {
    while (this.#retiring.size > this.options.limits.maxDrainingGenerations)
      await Promise.race(this.#retiring.values());
  }

  /** Settles when no older generation is left. */
  async drained(): Promise<void> {
    while (this.#retiring.size > 0) await Promise.all(this.#retiring.values());
  }

  /** Ends the oldest generations that calls still hold, where there are too many, or too little memory for one more. */
  #endExcess(): void {
    const { limits, heapPercent } = this.options;
    const held = [...this.#retiring.keys()].filter(({ isEnding }) => !isEnding);
    const excess = held.splice(0, Math.max(0, held.length - limits.maxDrainingGenerations));
    for (const oldest of excess) oldest.endWithin(0, 'maxDrainingGenerations');
    if (heapPercent() >= limits.maxDrainingHeapPercent) held[0]?.endWithin(0, 'maxDrainingHeapPercent');
  }

  #retire(held: HeldGeneration, limit: 'drainTimeoutMs' | 'closeDrainMs'): void {
    if (held.generation === emptyGeneration) return;
    held.endWithin(this.options.limits[limit], limit);
    const retired = this.#end(held);
    this.#retiring.set(held, retired);
    void retired.finally(() => this.#retiring.delete(held));
  }

  async #end(held: HeldGeneration): Promise<void> {
    const { onEvent, limits } = this.options;
    const { number } = held;
    const began = performance.now();
    const isHeld = held.holderCount > 0;
    if (isHeld) onEvent({ kind: 'draining', generation: number, calls: held.holderCount });
    const limit = await held.freed;
    if (limit) {
      onEvent({ kind: 'drain-aborted', generation: number, calls: held.holderCount, limit });
      held.revoke(describeRevocation(limit, limits));
      // Aborted calls clean up before their plugin is stopped.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await held.generation.retire();
    if (isHeld) onEvent({ kind: 'drained', generation: number, tookMs: Math.round(performance.now() - began) });
  }
}

/** Writes the end of a sentence for the peers of aborted calls. */
function describeRevocation(limit: DrainLimit, limits: DrainLimits): string {
  const value = limits[limit];
  if (limit === 'drainTimeoutMs')
    return `its plugin was replaced, and the call ran for ${value} ms after that (limit drainTimeoutMs)`;
  if (limit === 'closeDrainMs')
    return `its plugin was closed, and the call ran for ${value} ms after that (limit closeDrainMs)`;
  if (limit === 'maxDrainingGenerations')
    return `its plugin was replaced more than ${value} times since the call began (limit maxDrainingGenerations)`;
  return `its plugin was replaced, and ${value} % of the memory is in use (limit maxDrainingHeapPercent)`;
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
  #timer: NodeJS.Timeout | undefined;
  #settle: ((limit: DrainLimit | undefined) => void) | undefined;
  /** Settles when no call holds it any more, or with the limit that ended the wait for them. */
  readonly freed = new Promise<DrainLimit | undefined>((resolve) => (this.#settle = resolve));

  /** @param number its number in this host, from 1 */
  constructor(
    readonly generation: Generation,
    readonly number: number,
  ) {}

  get holderCount(): number {
    return this.#holds.size;
  }

  /** True once nothing waits for its calls any more. */
  get isEnding(): boolean {
    return this.#settle === undefined;
  }

  hold(holder: CatalogHolder | undefined): CatalogHold {
    return new GenerationHold(this, this.#holds.add(holder));
  }

  release(entry: HoldEntry): void {
    if (this.#holds.remove(entry) && this.#holds.size === 0 && this.#timer) this.#free(undefined);
  }

  revoke(why: string): void {
    for (const holder of this.#holds.items()) holder?.revoke(why);
  }

  /** Waits for its calls for at most this time; a later call of this method replaces the wait. */
  endWithin(timeoutMs: number, limit: DrainLimit): void {
    if (this.#holds.size === 0) return this.#free(undefined);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#free(limit), timeoutMs);
  }

  #free(limit: DrainLimit | undefined): void {
    clearTimeout(this.#timer);
    this.#settle?.(limit);
    this.#settle = undefined;
  }
}
