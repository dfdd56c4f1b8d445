/**
 * A catalog source whose origin can be replaced while it is served. Clients stay connected and are notified of changed lists.
 */
import {
  buildCatalog,
  fixedSource,
  Listeners,
  type Catalog,
  type CatalogHold,
  type CatalogHolder,
  type CatalogSource,
  type ComponentKind,
} from '@sigil/core/catalog';
import { changedKinds } from './list-changes.js';

const nothing = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));

export class ReplaceableSource implements CatalogSource {
  #source: CatalogSource = nothing;
  #stopListening: () => void = () => undefined;
  /** Whether a change came while notices are held; `undefined` while they are not held. */
  #hasHeldNews: boolean | undefined = undefined;
  readonly #changes = new Listeners<ReadonlySet<ComponentKind>>();
  readonly #updates = new Listeners<string>();

  current(): Catalog {
    return this.#source.current();
  }

  hold(component?: object, holder?: CatalogHolder): CatalogHold {
    return this.#source.hold(component, holder);
  }

  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void {
    return this.#changes.add(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    return this.#updates.add(listener);
  }

  /** Gives new calls `next`; running calls end where they began. Announces the kinds whose lists differ, or an empty set. */
  replaceWith(next: CatalogSource): void {
    const before = this.current();
    this.#stopListening();
    this.#source = next;
    this.#stopListening = this.#listenTo(next);
    this.#announce(changedKinds(before, this.current()));
  }

  /**
   * Holds notices back while this source and others change. The returned function ends that, and announces once, if anything has changed,
   * the kinds whose lists differ from those at the start.
   */
  holdNotices(): () => void {
    const before = this.current();
    this.#hasHeldNews = false;
    return () => {
      const hasNews = this.#hasHeldNews;
      this.#hasHeldNews = undefined;
      if (hasNews) this.#announce(changedKinds(before, this.current()));
    };
  }

  /** Stops listening to the origin, and offers nothing from now on. */
  clear(): void {
    this.replaceWith(nothing);
  }

  #listenTo(source: CatalogSource): () => void {
    const stopChanges = source.onChange((changed) => this.#announce(changed));
    const stopUpdates = source.onResourceUpdated((uri) => this.#updates.notify(uri));
    return () => {
      stopChanges();
      stopUpdates();
    };
  }

  #announce(changed: ReadonlySet<ComponentKind>): void {
    if (this.#hasHeldNews === undefined) this.#changes.notify(changed);
    else this.#hasHeldNews = true;
  }
}
