/**
 * Reads the lists of an upstream server, with the definitions that it lists only for clients that can be asked or show views.
 *
 * Over HTTP, lists are read in a session that declares no capabilities, so a second session declares all of them.
 */
import { isJsonObject, type JsonObject } from '@sigil/core';
import { viewLinksIn, withViewMembers, type ComponentKind } from '@sigil/core/catalog';
import {
  ConnectionError,
  everyCapability,
  type ReconnectingClient,
  type ServerFacts,
  SessionClient,
  viewsExtension,
} from '@sigil/client/internal';
import { ListTimes } from './list-times.js';
import { readLists, type Ask, type ListName, type ReadLists } from './read-lists.js';

/** The lists, with the member that identifies an item of each. */
const keys: Readonly<Record<ListName, string>> = {
  tools: 'name',
  resources: 'uri',
  resourceTemplates: 'uriTemplate',
  prompts: 'name',
  skills: 'uri',
};
const names = Object.keys(keys) as ListName[];

interface ReaderOptions {
  readonly maxListItems: number;
  /** True if lists are compared with approved ones, so that one which was never read must not seem to be empty. */
  readonly needsEveryList: boolean;
}

export class ListReader {
  /** The facts of an upstream that lists everything to every client, as text: another version of it may not. */
  #complete = '';
  /** The lists as they were read last. */
  #latest: ReadLists | undefined;
  readonly #times = new ListTimes();
  /** The wait for the second session, in milliseconds, if it could not be opened yet; `undefined` otherwise. */
  waitMs: number | undefined;
  /** The latest lists of the second session, which stay while it cannot be opened again. */
  #asked: { readonly of: string; readonly lists: ReadLists } | undefined;

  constructor(
    private readonly upstream: ReconnectingClient,
    private readonly options: ReaderOptions,
  ) {}

  /**
   * Reads every list. One that cannot be read now stays as it was read last, and is among the `failed` ones.
   *
   * @throws ConnectionError when the upstream failed, or none of the lists that are offered can be read
   */
  async read(facts: ServerFacts, signal: AbortSignal): Promise<ReadLists> {
    // Requests of the newer era declare capabilities themselves, and an only client has its own.
    const declares = facts.era === 'modern' && this.upstream.clientCapabilities === undefined;
    const ask: Ask = ({ capabilities, ...exchange }) => {
      const shown = declares ? withViews(capabilities) : capabilities;
      return this.upstream.exchange({ ...exchange, capabilities: shown, signal }, true);
    };
    const known = this.#times.begin(facts);
    const [read, asked] = await Promise.all([
      readLists(facts, ask, this.options.maxListItems, known),
      this.#readAsked(facts, signal),
    ]);
    this.#times.end(read, known);
    const lists = this.#withKept(asked ? this.#withAsked(read, asked, facts) : read);
    this.#latest = lists;
    return lists;
  }

  /** Has lists read again although their time has not ended. @param kind of those that have changed; all, if absent */
  expire(kind?: ComponentKind): void {
    this.#times.expire(kind);
  }

  /** Puts the items read last into the lists that cannot be read now. */
  #withKept(lists: ReadLists): ReadLists {
    const [failure] = lists.failed.values();
    if (failure && !this.#latest && this.options.needsEveryList) throw failure;
    const kept = [...lists.failed.keys()].map((name) => [name, this.#latest?.[name] ?? []] as const);
    return kept.length === 0 ? lists : { ...lists, ...Object.fromEntries(kept) };
  }

  /** Adds what the second session shows alone: definitions, and the links of tools to views. */
  #withAsked(lists: ReadLists, asked: ReadLists, facts: ServerFacts): ReadLists {
    const more = names.map((name) => [name, missingIn(lists[name], asked[name], keys[name])] as const);
    const tools = withLinks(lists.tools, asked.tools);
    const isRead = lists.failed.size === 0 && asked.failed.size === 0;
    const addsNothing = tools === lists.tools && more.every(([, items]) => items.length === 0);
    if (isRead && addsNothing) this.#complete = textOf(facts);
    const known = { ...lists, tools };
    return {
      ...known,
      ...Object.fromEntries(
        more.map(([name, items]) => [name, inOrderOf(asked[name], [...known[name], ...items], keys[name])]),
      ),
    };
  }

  /** Reads the lists as a client that can be asked everything and shows views. @returns `undefined` when that is not needed, or fails */
  async #readAsked(facts: ServerFacts, signal: AbortSignal): Promise<ReadLists | undefined> {
    this.waitMs = undefined;
    if (this.upstream.clientCapabilities || this.upstream.isOneConnection) return undefined;
    if (this.#complete === textOf(facts)) return undefined;
    try {
      const conversation = await this.upstream.connect();
      if (!(conversation instanceof SessionClient)) return undefined;
      const lists = await conversation.inOwnSession(everyCapability, signal, (session) =>
        readLists(session.facts, (exchange) => session.exchange({ ...exchange, signal }), this.options.maxListItems),
      );
      this.#asked = { of: textOf(facts), lists };
      return lists;
    } catch (error) {
      if (error instanceof ConnectionError && error.failure === 'held-back') this.waitMs = error.retryAfterMs;
      // An upstream may allow one session only. The lists that it showed are served.
      return this.#asked?.of === textOf(facts) ? this.#asked.lists : undefined;
    }
  }
}

function missingIn(listed: readonly JsonObject[], asked: readonly JsonObject[], key: string): readonly JsonObject[] {
  const known = new Set(listed.map((item) => item[key]));
  return asked.filter((item) => !known.has(item[key]));
}

/** Sorts the items as another list has them, if that has all of them. */
function inOrderOf(order: readonly JsonObject[], items: readonly JsonObject[], key: string): readonly JsonObject[] {
  const places = new Map(order.map((item, index) => [item[key], index]));
  const placed = items.map((item) => [places.get(item[key]), item] as const);
  if (placed.some(([place]) => place === undefined)) return items;
  return placed.toSorted(([a = 0], [b = 0]) => a - b).map(([, item]) => item);
}

/** Adds the links to views of tools that have none. @returns the same list if there are no such links */
function withLinks(listed: readonly JsonObject[], asked: readonly JsonObject[]): readonly JsonObject[] {
  const linked = new Map(asked.flatMap((item) => (hasLink(item) ? [[item['name'], metaOf(item)] as const] : [])));
  const lacking = listed.filter((item) => linked.has(item['name']) && !hasLink(item));
  if (lacking.length === 0) return listed;
  return listed.map((item) =>
    lacking.includes(item) ? { ...item, _meta: withViewMembers(metaOf(item), linked.get(item['name']) ?? {}) } : item,
  );
}

function hasLink(item: JsonObject): boolean {
  return viewLinksIn(metaOf(item)).length > 0;
}

function metaOf({ _meta: meta }: JsonObject): JsonObject {
  return isJsonObject(meta) ? meta : {};
}

function withViews({ extensions, ...others }: JsonObject = {}): JsonObject {
  const declared = isJsonObject(extensions) ? extensions : {};
  return { ...others, extensions: { ...declared, ...viewsExtension } };
}

function textOf({ info, capabilities }: ServerFacts): string {
  return JSON.stringify([info, capabilities]);
}
