/**
 * Carries announcements of changed resources to every replica, since a client may listen at another replica than the one that knows of the
 * change.
 *
 * Follows the store from the start, so that nothing is missed before the store confirms it.
 * Changed lists are not carried: each replica swaps by itself.
 */
import { isJsonObject, type JsonValue } from '@sigil/core';
import type { CatalogSource } from '@sigil/core/catalog';
import type { Notices, RepeatedWrites } from '@sigil/core/stores';

const topic = 'updated';

type Listener = (uri: string) => void;

/** The announcements of all servers of a deployment. The code that opens them closes them. */
export class SharedUpdates {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #stop: () => void;

  /** @param writes repeats announcements that the store refused */
  constructor(
    private readonly notices: Notices,
    private readonly writes: RepeatedWrites,
  ) {
    this.#stop = notices.follow(topic, (notice) => this.#receive(notice));
  }

  /** @param server its name @returns the source, with the announcements of every replica */
  share(source: CatalogSource, server: string): CatalogSource {
    source.onResourceUpdated((uri) => {
      void this.#announce(server, uri);
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

  async #announce(server: string, uri: string): Promise<void> {
    const publish = (): Promise<void> => this.notices.publish(topic, { server, uri });
    const isPublished = await this.writes.write(`updated ${server} ${uri}`, 'announcing a changed resource', publish);
    // While the store is away, listeners at this replica get the announcement at once; the others get it afterwards.
    if (!isPublished) this.#tell(server, uri);
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
