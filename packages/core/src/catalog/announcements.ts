/**
 * Forwards the announcements of a program whose catalog never changes: that of a test, or of an application.
 */
import type { Announcer } from '../model/context.js';
import { fixedSource } from './build-catalog.js';
import type { Catalog, CatalogSource, ComponentKind } from './catalog.js';
import { Listeners } from './listeners.js';

export class Announcements implements Announcer {
  readonly #updates = new Listeners<string>();
  readonly #changes = new Listeners<ReadonlySet<ComponentKind>>();

  resourceUpdated(uri: string): void {
    this.#updates.notify(uri);
  }

  listChanged(kind: ComponentKind): void {
    this.#changes.notify(new Set([kind]));
  }

  /** Returns a source whose catalog never changes, but can be announced again. */
  sourceOf(catalog: Catalog): CatalogSource {
    return {
      ...fixedSource(catalog),
      onChange: (listener) => this.#changes.add(listener),
      onResourceUpdated: (listener) => this.#updates.add(listener),
    };
  }
}
