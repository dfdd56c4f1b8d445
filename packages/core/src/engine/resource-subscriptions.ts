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
import { normalizeUri } from '../model/normalize-uri.js';
import { lengthOf } from '../model/text-length.js';
import type { Principal } from '../model/principal.js';

/** One resource that the peer awaits. */
interface Awaited {
  /** The URI as the peer wrote it. */
  readonly uri: string;
  /** The component that currently serves it; `undefined` where no catalog has it. */
  readonly component: object | undefined;
  /** `undefined` where the component needs no notice. */
  readonly stop: StopWaiting | undefined;
  /** True when a catalog has it, and the peer may not read it. */
  readonly isRefused: boolean;
}

const foundNowhere = { component: undefined, stop: undefined, isRefused: false };
const refused = { ...foundNowhere, isRefused: true };

/** Its owner clears it when the peer is gone. */
export class ResourceSubscriptions {
  /** By the normalized URI. */
  readonly #awaited = new Map<string, Awaited>();

  #principal: Principal;

  constructor(
    private readonly source: CatalogSource,
    principal: Principal,
  ) {
    this.#principal = principal;
  }

  /** Decides by another principal of the same peer from now on: it may have got more scopes. */
  setPrincipal(principal: Principal): void {
    this.#principal = principal;
  }

  get size(): number {
    return this.#awaited.size;
  }

  /** Characters of all URIs together. */
  get length(): number {
    return lengthOf([...this.#awaited.values()].map(({ uri }) => uri));
  }

  /** Returns the URI as the peer wrote it first, in whichever spelling it is given; `undefined` if the peer does not await it. */
  spellingOf(uri: string): string | undefined {
    return this.#awaited.get(normalizeUri(uri))?.uri;
  }

  /** Returns the URI as the peer wrote it, if the peer is to hear of an update. */
  heardAs(uri: string): string | undefined {
    const awaited = this.#awaited.get(uri) ?? this.#awaited.get(normalizeUri(uri));
    return awaited?.isRefused === false ? awaited.uri : undefined;
  }

  add(uri: string): void {
    const key = normalizeUri(uri);
    const before = this.#awaited.get(key) ?? { uri, ...foundNowhere };
    // Registered first, so that an immediate announcement already counts.
    this.#awaited.set(key, before);
    this.#await(key, before);
  }

  delete(uri: string): void {
    const key = normalizeUri(uri);
    const awaited = this.#awaited.get(key);
    this.#awaited.delete(key);
    awaited?.stop?.();
  }

  /** Adds new URIs and deletes all others. */
  set(uris: Iterable<string>): void {
    const wanted = new Map([...uris].map((uri) => [normalizeUri(uri), uri]));
    for (const uri of wanted.values()) this.add(uri);
    for (const [key, { uri }] of [...this.#awaited]) if (!wanted.has(key)) this.delete(uri);
  }

  clear(): void {
    this.set([]);
  }

  /** Handles a catalog swap: other code may now serve the same URI, or some may serve it for the first time. */
  catalogChanged(): void {
    for (const [key, awaited] of this.#awaited) this.#await(key, awaited);
  }

  /** Reads the current catalog without holding it. Stops the previous component last, so an upstream shared by both sees no gap. */
  #await(key: string, before: Awaited): void {
    const { uri } = before;
    const resource = this.source.current().findResource(uri);
    const isRefused = resource !== undefined && !mayUse(this.#principal, resource);
    const found = isRefused ? undefined : resource?.component;
    const component = found && originalOf(found);
    if (component === before.component && isRefused === before.isRefused) return;
    if (component === undefined) this.#awaited.set(key, { uri, ...(isRefused ? refused : foundNowhere) });
    else this.#awaited.set(key, { uri, component, stop: found?.awaited?.(uri), isRefused });
    before.stop?.();
  }
}
