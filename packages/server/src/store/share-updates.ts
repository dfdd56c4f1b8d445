/**
 * Carries what a plugin announces to every replica: changed resources, and changed lists. A client may listen at another replica than the
 * one that runs the announcing call.
 *
 * Follows the store from the start, so that nothing is missed before the store confirms it. Lists that differ are not carried: each replica
 * swaps by itself.
 */
import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonValue } from '@sigil/core';
import type { CatalogSource, ComponentKind } from '@sigil/core/catalog';
import { changedLists, writeLists } from '@sigil/plugin-host';
import type { Notices, RepeatedWrites } from '@sigil/core/stores';

const topic = 'updated';

type UpdateListener = (uri: string) => void;
type ListsListener = (changed: ReadonlySet<ComponentKind>) => void;

const kinds: readonly ComponentKind[] = ['tools', 'prompts', 'resources'];

/** The announcements of all servers of a deployment. The code that opens them closes them. */
export class SharedUpdates {
  readonly #updateListeners = new Map<string, Set<UpdateListener>>();
  readonly #listsListeners = new Map<string, Set<ListsListener>>();
  /** Distinguishes the notices of this process, whose listeners were notified directly. */
  readonly #own = randomUUID();
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
    source.onResourceUpdated((uri) => void this.#announceUpdate(server, uri));
    let lists = writeLists(source.current());
    source.onChange((changed) => {
      const before = lists;
      lists = writeLists(source.current());
      const differing = changedLists(before, lists);
      // A list that does not differ was announced by its plugin.
      for (const kind of changed) if (!differing.has(kind)) void this.#announceList(server, kind);
    });
    return {
      current: () => source.current(),
      hold: (component, holder) => source.hold(component, holder),
      onChange: (listener) => {
        const stops = [source.onChange(listener), listenIn(this.#listsListeners, server, listener)];
        return () => stops.forEach((stop) => stop());
      },
      onResourceUpdated: (listener) => listenIn(this.#updateListeners, server, listener),
    };
  }

  close(): void {
    this.#stop();
  }

  async #announceList(server: string, list: ComponentKind): Promise<void> {
    const publish = (): Promise<void> => this.notices.publish(topic, { server, list, from: this.#own });
    await this.writes.write(`changed ${server} ${list}`, 'announcing a changed list', publish);
  }

  async #announceUpdate(server: string, uri: string): Promise<void> {
    const publish = (): Promise<void> => this.notices.publish(topic, { server, uri });
    const isPublished = await this.writes.write(`updated ${server} ${uri}`, 'announcing a changed resource', publish);
    // While the store is away, listeners at this replica get the announcement at once; the others get it afterwards.
    if (!isPublished) this.#tellUpdate(server, uri);
  }

  #receive(notice: JsonValue): void {
    if (!isJsonObject(notice)) return;
    const server = String(notice['server']);
    if (notice['list'] === undefined) this.#tellUpdate(server, String(notice['uri']));
    else if (notice['from'] !== this.#own) this.#tellList(server, notice['list']);
  }

  #tellUpdate(server: string, uri: string): void {
    for (const listener of [...(this.#updateListeners.get(server) ?? [])]) listener(uri);
  }

  #tellList(server: string, list: JsonValue): void {
    const changed = new Set(kinds.filter((kind) => kind === list));
    for (const listener of [...(this.#listsListeners.get(server) ?? [])]) listener(changed);
  }
}

function listenIn<Listener>(all: Map<string, Set<Listener>>, server: string, listener: Listener): () => void {
  const listeners = all.get(server) ?? new Set();
  all.set(server, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && all.get(server) === listeners) all.delete(server);
  };
}
