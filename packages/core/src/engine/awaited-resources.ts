/**
 * The resources whose updates one peer waits for. Whoever has to know that somebody does (an upstream is subscribed to, a dormant plugin
 * is started) is told, and told when the peer waits no longer.
 */
import type { CatalogSource } from '../catalog/catalog.js';
import { originalOf } from '../catalog/derive.js';
import type { StopWaiting } from '../model/clock.js';

/** One resource that the peer waits for. */
interface Awaited {
  /** The component behind it at present; `undefined` where no catalog has it. */
  readonly component: object | undefined;
  /** `undefined` where nobody has to know. */
  readonly stop: StopWaiting | undefined;
}

const foundNowhere: Awaited = { component: undefined, stop: undefined };

/** Cleared by its owner, when the peer is gone. */
export class AwaitedResources {
  readonly #awaited = new Map<string, Awaited>();

  constructor(private readonly source: CatalogSource) {}

  get size(): number {
    return this.#awaited.size;
  }

  has(uri: string): boolean {
    return this.#awaited.has(uri);
  }

  add(uri: string): void {
    if (this.#awaited.has(uri)) return;
    // An announcement that comes at once already counts.
    this.#awaited.set(uri, foundNowhere);
    this.#await(uri, foundNowhere);
  }

  delete(uri: string): void {
    const awaited = this.#awaited.get(uri);
    this.#awaited.delete(uri);
    awaited?.stop?.();
  }

  /** Adds those that are new, and deletes all others. */
  set(uris: Iterable<string>): void {
    const wanted = new Set(uris);
    for (const uri of wanted) this.add(uri);
    for (const uri of [...this.#awaited.keys()]) if (!wanted.has(uri)) this.delete(uri);
  }

  clear(): void {
    this.set([]);
  }

  /** The catalog is another one: other code may be behind the same URI, or there may be some at last. */
  catalogChanged(): void {
    for (const [uri, awaited] of this.#awaited) this.#await(uri, awaited);
  }

  /** Reads the present catalog without holding it. The component before is let go last, so that one upstream of both sees no gap. */
  #await(uri: string, before: Awaited): void {
    const found = this.source.current().findResource(uri)?.component;
    const component = found && originalOf(found);
    if (component === before.component) return;
    this.#awaited.set(uri, { component, stop: found?.awaited?.(uri) });
    before.stop?.();
  }
}
