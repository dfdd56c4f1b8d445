/**
 * A catalog source whose origin can be replaced while it is served: clients stay connected and are told what changed.
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
import { changedKinds } from './changed-kinds.js';

const nothing = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));

export class ReplaceableSource implements CatalogSource {
  #source: CatalogSource = nothing;
  #stopListening: () => void = () => undefined;
  /** Whether anything was to be told since notices are held; `undefined` while they are not. */
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

  /** New calls go to `next` from now on; those that run end where they began. Tells of the kinds whose lists differ, if only of none. */
  replaceWith(next: CatalogSource): void {
    const before = this.current();
    this.#stopListening();
    this.#source = next;
    this.#stopListening = this.#listenTo(next);
    this.#announce(changedKinds(before, this.current()));
  }

  /**
   * Lets it change together with others: nobody is told of anything until the function that is returned is called, and then
   * once, where anything has changed, of the kinds whose lists differ from what they are now.
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

  /** Stops listening to what it offers; it offers nothing from now on. */
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
