/**
 * A catalog source whose origin can be replaced while it is served: clients stay connected and are told what changed.
 */
import {
  buildCatalog,
  fixedSource,
  lookAt,
  pinOnly,
  type Catalog,
  type CatalogHold,
  type CatalogHolder,
  type CatalogSource,
  type ComponentKind,
  type PinnedCatalog,
} from '@sigil/core/catalog';
import { changedKinds } from './changed-kinds.js';

const nothing = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));

export class ReplaceableSource implements CatalogSource {
  #current: CatalogSource = nothing;
  #stopListening: () => void = () => undefined;
  #isHeld = false;
  readonly #changeListeners = new Set<(changed: ReadonlySet<ComponentKind>) => void>();
  readonly #resourceListeners = new Set<(uri: string) => void>();

  pin(...holder: Parameters<CatalogSource['pin']>): PinnedCatalog {
    return this.#current.pin(...holder);
  }

  look(): Catalog {
    return lookAt(this.#current);
  }

  pinOnly(component: object, holder?: CatalogHolder): CatalogHold {
    return pinOnly(this.#current, component, holder);
  }

  onChange(listener: (changed: ReadonlySet<ComponentKind>) => void): () => void {
    this.#changeListeners.add(listener);
    return () => this.#changeListeners.delete(listener);
  }

  onResourceUpdated(listener: (uri: string) => void): () => void {
    this.#resourceListeners.add(listener);
    return () => this.#resourceListeners.delete(listener);
  }

  /** New calls go to `next` from now on; those that run end where they began. Tells of the kinds whose lists differ. */
  replaceWith(next: CatalogSource): void {
    const before = this.look();
    this.#stopListening();
    this.#current = next;
    this.#stopListening = this.#listenTo(next);
    this.#announce(changedKinds(before, this.look()));
  }

  /**
   * Lets it change together with others: nobody is told of anything until the function that is returned is called, and then
   * once, of the kinds whose lists differ from what they are now.
   */
  holdNotices(): () => void {
    const before = this.look();
    this.#isHeld = true;
    return () => {
      this.#isHeld = false;
      this.#announce(changedKinds(before, this.look()));
    };
  }

  /** Stops listening to what it offers; it offers nothing from now on. */
  clear(): void {
    this.replaceWith(nothing);
  }

  #listenTo(source: CatalogSource): () => void {
    const stopChanges = source.onChange((changed) => this.#announce(changed));
    const stopUpdates = source.onResourceUpdated((uri) => {
      for (const listener of this.#resourceListeners) listener(uri);
    });
    return () => {
      stopChanges();
      stopUpdates();
    };
  }

  #announce(changed: ReadonlySet<ComponentKind>): void {
    if (this.#isHeld || changed.size === 0) return;
    for (const listener of this.#changeListeners) listener(changed);
  }
}
