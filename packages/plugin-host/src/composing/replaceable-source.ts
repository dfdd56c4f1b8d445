/**
 * A catalog source whose origin can be replaced while it is served: clients stay connected and are told what changed.
 */
import { buildCatalog, fixedSource, type CatalogSource, type ComponentKind, type PinnedCatalog } from '@sigil/core';
import { changedKinds } from './changed-kinds.js';

const nothing = fixedSource(buildCatalog({ tools: [], resources: [], resourceTemplates: [], prompts: [] }));

export class ReplaceableSource implements CatalogSource {
  #current: CatalogSource = nothing;
  #stopListening: () => void = () => undefined;
  readonly #changeListeners = new Set<(changed: ReadonlySet<ComponentKind>) => void>();
  readonly #resourceListeners = new Set<(uri: string) => void>();

  pin(...holder: Parameters<CatalogSource['pin']>): PinnedCatalog {
    return this.#current.pin(...holder);
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
    const before = this.#current.pin();
    const after = next.pin();
    this.#stopListening();
    this.#current = next;
    this.#stopListening = this.#listenTo(next);
    const changed = changedKinds(before.catalog, after.catalog);
    before.release();
    after.release();
    if (changed.size > 0) this.#announce(changed);
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
    for (const listener of this.#changeListeners) listener(changed);
  }
}
