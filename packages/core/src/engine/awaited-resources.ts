/**
 * The resources whose updates one peer waits for. Whoever has to know that somebody does (an upstream is subscribed to, a dormant plugin
 * is started) is told, and told when the peer waits no longer.
 */
import type { CatalogSource } from '../catalog/catalog.js';
import type { StopWaiting } from '../model/clock.js';

/** Cleared by its owner, when the peer is gone. */
export class AwaitedResources {
  /** By URI; `undefined` where nobody has to know. */
  readonly #stops = new Map<string, StopWaiting | undefined>();

  constructor(private readonly source: CatalogSource) {}

  get size(): number {
    return this.#stops.size;
  }

  has(uri: string): boolean {
    return this.#stops.has(uri);
  }

  add(uri: string): void {
    if (this.#stops.has(uri)) return;
    // An announcement that comes at once already counts.
    this.#stops.set(uri, undefined);
    this.#await(uri);
  }

  delete(uri: string): void {
    const stop = this.#stops.get(uri);
    this.#stops.delete(uri);
    stop?.();
  }

  /** Adds those that are new, and deletes all others. */
  set(uris: Iterable<string>): void {
    const wanted = new Set(uris);
    for (const uri of wanted) this.add(uri);
    for (const uri of [...this.#stops.keys()]) if (!wanted.has(uri)) this.delete(uri);
  }

  clear(): void {
    this.set([]);
  }

  /** The catalog is another one: it may have what the one before had not. */
  catalogChanged(): void {
    for (const [uri, stop] of this.#stops) if (!stop) this.#await(uri);
  }

  /** Reads the present catalog without holding it. */
  #await(uri: string): void {
    const stop = this.source.current().findResource(uri)?.component?.awaited?.(uri);
    if (stop) this.#stops.set(uri, stop);
  }
}
