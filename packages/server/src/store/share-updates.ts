/**
 * Carries what a plugin announces to every replica: changed resources, and changed lists. A client may listen at another replica than the
 * one that runs the announcing call.
 *
 * Follows the store from the start, so that nothing is missed before the store confirms it. After a time in which notices may have been lost,
 * replicas exchange their latest announcements once more. Lists that differ are not carried: each replica swaps by itself.
 */
import { randomUUID } from 'node:crypto';
import { isJsonObject, type JsonObject, type JsonValue } from '@sigil/core';
import type { CatalogSource, ComponentKind } from '@sigil/core/catalog';
import { changedLists, writeLists } from '@sigil/plugin-host';
import type { Notices, WriteRetries } from '@sigil/core/stores';

const topic = 'updated';
/** The number of latest announcements that a replica repeats for one that may have missed them. */
const maxRecent = 1_000;

type UpdateListener = (uri: string) => void;
type ListsListener = (changed: ReadonlySet<ComponentKind>) => void;

const kinds: readonly ComponentKind[] = ['tools', 'prompts', 'resources'];

/** The announcements of all servers of a deployment. The code that opens them closes them. */
export class SharedUpdates {
  readonly #updateListeners = new Map<string, Set<UpdateListener>>();
  readonly #listsListeners = new Map<string, Set<ListsListener>>();
  /** Distinguishes the notices of this process, whose listeners were notified directly. */
  readonly #own = randomUUID();
  /** The latest announcements of this process, the newest last. */
  readonly #recent = new Map<string, JsonObject>();
  readonly #stops: readonly (() => void)[];

  /** @param writes repeats announcements that the store refused */
  constructor(
    private readonly notices: Notices,
    private readonly writes: WriteRetries,
  ) {
    this.#stops = [
      notices.follow(topic, (notice) => this.#receive(notice)),
      notices.onGap(() => void this.#publishRecent({ isAsking: true })),
    ];
  }

  /** @param server its name @returns the source, with the announcements of every replica */
  share(source: CatalogSource, server: string): CatalogSource {
    source.onResourceUpdated((uri) => {
      this.#tellUpdate(server, uri);
      void this.#announce(`updated ${server} ${uri}`, { server, uri }, 'announcing a changed resource');
    });
    let lists = writeLists(source.current());
    source.onChange((changed) => {
      const before = lists;
      lists = writeLists(source.current());
      const differing = changedLists(before, lists);
      // A list that does not differ was announced by its plugin.
      for (const list of changed)
        if (!differing.has(list))
          void this.#announce(`changed ${server} ${list}`, { server, list }, 'announcing a changed list');
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
    for (const stop of this.#stops) stop();
  }

  async #announce(key: string, change: JsonObject, during: string): Promise<void> {
    this.#recent.delete(key);
    this.#recent.set(key, change);
    const [oldest] = this.#recent.keys();
    if (oldest !== undefined && this.#recent.size > maxRecent) this.#recent.delete(oldest);
    await this.writes.write(key, during, () => this.notices.publish(topic, { changes: [change], from: this.#own }));
  }

  /** @param to `isAsking`: every replica, which then does the same for this one; `for`: one replica */
  async #publishRecent(to: { readonly isAsking: true } | { readonly for: string }): Promise<void> {
    const key = 'for' in to ? `announced for ${to.for}` : 'announced';
    await this.writes.write(key, 'announcing the latest changes again', () =>
      this.notices.publish(topic, { changes: [...this.#recent.values()], from: this.#own, ...to }),
    );
  }

  #receive(notice: JsonValue): void {
    if (!isJsonObject(notice)) return;
    const { changes, from, isAsking, for: receiver = this.#own } = notice;
    if (typeof from !== 'string' || from === this.#own || receiver !== this.#own || !Array.isArray(changes)) return;
    for (const change of changes) if (isJsonObject(change)) this.#tell(change);
    if (isAsking === true) void this.#publishRecent({ for: from });
  }

  #tell({ server, uri, list = null }: JsonObject): void {
    if (uri === undefined) this.#tellList(String(server), list);
    else this.#tellUpdate(String(server), String(uri));
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
