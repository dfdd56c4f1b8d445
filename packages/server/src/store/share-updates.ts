/**
 * Carries announcements of changed resources to every replica, since a client may listen at another replica than the one that knows of the
 * change.
 *
 * Follows the store from the start, so that nothing is missed before the store confirms it.
 * Changed lists are not carried: each replica swaps by itself.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import type { CatalogSource } from '@sigil/core/catalog';
import type { Notices } from '@sigil/core/stores';

const topic = 'updated';

type Listener = (uri: string) => void;

/** The announcements of all servers of a deployment. The code that opens them closes them. */
export class SharedUpdates {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #stop: () => void;

  constructor(private readonly notices: Notices) {
    this.#stop = notices.follow(topic, (notice) => this.#receive(notice));
  }

  /** @param server its name @returns the source, with the announcements of every replica */
  share(source: CatalogSource, server: string): CatalogSource {
    source.onResourceUpdated((uri) => {
      // While the store is away, listeners at this replica still get the announcement.
      this.notices.publish(topic, { server, uri }).catch(() => this.#tell(server, uri));
    });
    return {
      current: () => source.current(),
      hold: (component, holder) => source.hold(component, holder),
      onChange: (listener) => source.onChange(listener),
      onResourceUpdated: (listener) => this.#listen(server, listener),
    };
  }

  close(): void {
    this.#stop();
  }

  #listen(server: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(server) ?? new Set();
    this.#listeners.set(server, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(server) === listeners) this.#listeners.delete(server);
    };
  }

  #receive(notice: JsonValue): void {
    if (isJsonObject(notice)) this.#tell(String(notice['server']), String(notice['uri']));
  }

  #tell(server: string, uri: string): void {
    for (const listener of [...(this.#listeners.get(server) ?? [])]) listener(uri);
  }
}
