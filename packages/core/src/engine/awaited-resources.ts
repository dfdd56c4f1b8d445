/**
 * The resources whose updates one peer awaits. Notifies a resource's component when the peer starts and stops waiting, so that it
 * can subscribe to an upstream or start a dormant plugin.
 *
 * A resource that the peer may not read counts as one that no catalog has, for as long as this is so.
 */
import { mayUse } from '../calls/require-scopes.js';
import type { CatalogSource } from '../catalog/catalog.js';
import { originalOf } from '../catalog/derive.js';
import type { StopWaiting } from '../model/clock.js';
import { lengthOf } from '../model/length-of.js';
import type { Principal } from '../model/principal.js';

/** One resource that the peer awaits. */
interface Awaited {
  /** The component that currently serves it; `undefined` where no catalog has it. */
  readonly component: object | undefined;
  /** `undefined` where the component needs no notice. */
  readonly stop: StopWaiting | undefined;
  /** True when a catalog has it, and the peer may not read it. */
  readonly isRefused: boolean;
}

const foundNowhere: Awaited = { component: undefined, stop: undefined, isRefused: false };
const refused: Awaited = { ...foundNowhere, isRefused: true };

/** Its owner clears it when the peer is gone. */
export class AwaitedResources {
  readonly #awaited = new Map<string, Awaited>();

  /** @param principal the peer, as of its latest request to wait */
  constructor(
    private readonly source: CatalogSource,
    public principal: Principal,
  ) {}

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

  /** Returns whether the peer is to hear of an update. */
  hears(uri: string): boolean {
    return this.#awaited.get(uri)?.isRefused === false;
  }

  add(uri: string): void {
    const before = this.#awaited.get(uri) ?? foundNowhere;
    // Registered first, so that an immediate announcement already counts.
    this.#awaited.set(uri, before);
    this.#await(uri, before);
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
    const resource = this.source.current().findResource(uri);
    const isRefused = resource !== undefined && !mayUse(this.principal, resource);
    const found = isRefused ? undefined : resource?.component;
    const component = found && originalOf(found);
    if (component === before.component && isRefused === before.isRefused) return;
    if (component === undefined) this.#awaited.set(uri, isRefused ? refused : foundNowhere);
    else this.#awaited.set(uri, { component, stop: found?.awaited?.(uri), isRefused });
    before.stop?.();
  }
}
