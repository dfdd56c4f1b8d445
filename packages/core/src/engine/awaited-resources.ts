/**
 * The resources whose updates one peer awaits. Notifies a resource's component when the peer starts and stops waiting, so that it
 * can subscribe to an upstream or start a dormant plugin.
 */
import type { CatalogSource } from '../catalog/catalog.js';
import { originalOf } from '../catalog/derive.js';
import type { StopWaiting } from '../model/clock.js';
import { lengthOf } from '../model/length-of.js';

/** One resource that the peer awaits. */
interface Awaited {
  /** The component that currently serves it; `undefined` where no catalog has it. */
  readonly component: object | undefined;
  /** `undefined` where the component needs no notice. */
  readonly stop: StopWaiting | undefined;
}

const foundNowhere: Awaited = { component: undefined, stop: undefined };

/** Its owner clears it when the peer is gone. */
export class AwaitedResources {
  readonly #awaited = new Map<string, Awaited>();

  constructor(private readonly source: CatalogSource) {}

  get size(): number {
    return this.#awaited.size;
  }

  /** Characters of all URIs together. */
  get length(): number {
    return lengthOf(this.#awaited.keys());
  }

  has(uri: string): boolean {
    return this.#awaited.has(uri);
  }

  add(uri: string): void {
    if (this.#awaited.has(uri)) return;
    // Registered first, so that an immediate announcement already counts.
    this.#awaited.set(uri, foundNowhere);
    this.#await(uri, foundNowhere);
  }

  delete(uri: string): void {
    const awaited = this.#awaited.get(uri);
    this.#awaited.delete(uri);
    awaited?.stop?.();
  }

  /** Adds new URIs and deletes all others. */
  set(uris: Iterable<string>): void {
    const wanted = new Set(uris);
    for (const uri of wanted) this.add(uri);
    for (const uri of [...this.#awaited.keys()]) if (!wanted.has(uri)) this.delete(uri);
  }

  clear(): void {
    this.set([]);
  }

  /** Handles a catalog swap: other code may now serve the same URI, or some may serve it for the first time. */
  catalogChanged(): void {
    for (const [uri, awaited] of this.#awaited) this.#await(uri, awaited);
  }

  /** Reads the current catalog without holding it. Stops the previous component last, so an upstream shared by both sees no gap. */
  #await(uri: string, before: Awaited): void {
    const found = this.source.current().findResource(uri)?.component;
    const component = found && originalOf(found);
    if (component === before.component) return;
    this.#awaited.set(uri, { component, stop: found?.awaited?.(uri) });
    before.stop?.();
  }
}
