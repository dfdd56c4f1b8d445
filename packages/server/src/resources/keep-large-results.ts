/**
 * Keeps results that are too long to send, so that clients can read them whole: each for its server, for a limited time,
 * and within a total size.
 */
import { cidOf } from '@sigil/core/building';
import type { ResourceLink } from '@sigil/core';
import type { KeepLargeResult, LargeResult, Principal } from '@sigil/core/engine';
import { principalKey } from '@sigil/core/internal';
import type { ContentStore } from '@sigil/plugin-host';

interface KeptResultsLimits {
  /** Limit of all results together; the oldest are removed first. */
  readonly maxKeptBytes: number;
  /** The share of one owner, whose oldest results are removed first. All of it without authentication. */
  readonly ownerSharePercent: number;
  readonly keptResultLifetimeMs: number;
}

const defaultKeptResultsLimits: KeptResultsLimits = {
  maxKeptBytes: 64 * 1024 * 1024,
  ownerSharePercent: 50,
  keptResultLifetimeMs: 3_600_000,
};

/** The kept results of one server. */
export interface ServerResults {
  /** Keeps results for the server's engine. */
  readonly keep: KeepLargeResult;
  /**
   * @returns `undefined` for a result that this server has not kept for that caller, or keeps no more
   * @throws McpError `insufficient-scope` when the caller may not call the result's tool now
   */
  mimeTypeOf(cid: string, caller: Principal): string | undefined;
}

/** The results of all servers. The code that opens them closes them. */
export interface KeptResults {
  readonly store: ContentStore;
  of(server: string): ServerResults;
  /** Removes all results. */
  close(): Promise<void>;
}

/** The options of keeping results. */
export interface KeptResultsOptions extends Partial<KeptResultsLimits> {
  /** Returns the time in milliseconds since 1970. */
  readonly now?: () => number;
}

/** @param store its other content is never removed */
export function openKeptResults(store: ContentStore, options: KeptResultsOptions = {}): KeptResults {
  return new ResultKeeper(store, { ...defaultKeptResultsLimits, now: Date.now, ...options });
}

type IsReadableBy = LargeResult['isReadableBy'];

/** One caller's result of one server. */
interface KeptEntry {
  readonly mimeType: string;
  /** By tool, since several tools may give the same result: it is readable if one of them may be called. */
  readonly tools: ReadonlyMap<string, IsReadableBy>;
}

interface KeptResult {
  readonly bytes: number;
  readonly keptAt: number;
  /** By owner, then by server. */
  readonly entries: ReadonlyMap<string, ReadonlyMap<string, KeptEntry>>;
  /** True if the store had the content before, for another reason. */
  readonly isForeign: boolean;
}

class ResultKeeper implements KeptResults {
  /** The kept results, oldest first. */
  readonly #kept = new Map<string, KeptResult>();
  #keptBytes = 0;
  readonly #bytesOf = new Map<string, number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Changes to the store run one after another, so that an earlier removal does not remove a result that is kept again. */
  #working: Promise<unknown> = Promise.resolve();

  constructor(
    readonly store: ContentStore,
    private readonly options: Required<KeptResultsOptions>,
  ) {}

  of(server: string): ServerResults {
    return {
      keep: (result) => this.#inTurn(() => this.#keep(server, result)),
      mimeTypeOf: (cid, caller) => {
        const found = this.#kept.get(cid);
        if (!found || this.#isOver(found)) return undefined;
        const entry = found.entries.get(principalKey(caller))?.get(server);
        return entry && isReadable([...entry.tools.values()], caller) ? entry.mimeType : undefined;
      },
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#inTurn(() => this.#forgetWhile(() => true));
  }

  async #keep(server: string, result: LargeResult): Promise<ResourceLink | undefined> {
    const { text, mimeType, tool, owner, isReadableBy } = result;
    const most = this.#mostOf(owner);
    // UTF-8 text has at least as many bytes as characters, so a text that is too long need not be copied to measure it.
    if (text.length > most) return undefined;
    const bytes = Buffer.from(text);
    if (bytes.length > most) return undefined;
    const cid = await cidOf(bytes);
    const before = this.#kept.get(cid);
    const isForeign = before?.isForeign ?? (await this.store.has(cid));
    await this.store.put(bytes);
    const own = before?.entries.get(owner) ?? new Map<string, KeptEntry>();
    const tools = new Map([...(own.get(server)?.tools ?? []), [tool, isReadableBy]]);
    const byServer = new Map([...own, [server, { mimeType, tools }]]);
    const entries = new Map([...(before?.entries ?? []), [owner, byServer]]);
    this.#drop(cid);
    this.#add(cid, { bytes: bytes.length, keptAt: this.options.now(), entries, isForeign });
    await this.#forgetOf(owner, most);
    await this.#forgetWhile((it) => this.#keptBytes > this.options.maxKeptBytes || this.#isOver(it));
    this.#forgetLater();
    const description = `The whole result of tool "${tool}"`;
    return { type: 'resource_link', uri: `cid://${cid}`, name: tool, description, mimeType, size: bytes.length };
  }

  #isOver({ keptAt }: KeptResult): boolean {
    return this.options.now() - keptAt >= this.options.keptResultLifetimeMs;
  }

  async #forgetWhile(isOld: (result: KeptResult) => boolean): Promise<void> {
    for (const [cid, result] of this.#kept) {
      if (!isOld(result)) return;
      this.#drop(cid);
      if (!result.isForeign) await this.store.remove(cid);
    }
  }

  #mostOf(owner: string): number {
    const { maxKeptBytes, ownerSharePercent } = this.options;
    return owner === '' ? maxKeptBytes : Math.floor((maxKeptBytes * ownerSharePercent) / 100);
  }

  /** Removes the oldest results of an owner that exceeds its share; those of others stay. */
  async #forgetOf(owner: string, most: number): Promise<void> {
    for (const [cid, result] of this.#kept) {
      if ((this.#bytesOf.get(owner) ?? 0) <= most) return;
      if (!result.entries.has(owner)) continue;
      const others = new Map([...result.entries].filter(([one]) => one !== owner));
      if (others.size === 0) {
        this.#drop(cid);
        if (!result.isForeign) await this.store.remove(cid);
      } else {
        // Replacing a value keeps its place in the map's order.
        this.#kept.set(cid, { ...result, entries: others });
        this.#count(owner, -result.bytes);
      }
    }
  }

  #add(cid: string, result: KeptResult): void {
    this.#kept.set(cid, result);
    this.#keptBytes += result.bytes;
    for (const owner of result.entries.keys()) this.#count(owner, result.bytes);
  }

  #drop(cid: string): void {
    const result = this.#kept.get(cid);
    if (!result) return;
    this.#kept.delete(cid);
    this.#keptBytes -= result.bytes;
    for (const owner of result.entries.keys()) this.#count(owner, -result.bytes);
  }

  #count(owner: string, bytes: number): void {
    const sum = (this.#bytesOf.get(owner) ?? 0) + bytes;
    if (sum === 0) this.#bytesOf.delete(owner);
    else this.#bytesOf.set(owner, sum);
  }

  /** Sets a timer, so that memory is freed even if no further result comes. */
  #forgetLater(): void {
    clearTimeout(this.#timer);
    const [oldest] = this.#kept.values();
    if (!oldest) return;
    const waitMs = oldest.keptAt + this.options.keptResultLifetimeMs - this.options.now();
    const forget = async (): Promise<void> => {
      await this.#forgetWhile((it) => this.#isOver(it));
      this.#forgetLater();
    };
    // A result that could not be removed is tried again with the next one.
    this.#timer = setTimeout(() => void this.#inTurn(forget).catch(() => undefined), Math.max(1, waitMs));
    this.#timer.unref();
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#working.then(work);
    this.#working = done.catch(() => undefined);
    return done;
  }
}

/** @throws the first refusal when every tool refuses the caller and one says why */
function isReadable(tools: readonly IsReadableBy[], caller: Principal): boolean {
  const refusals: unknown[] = [];
  for (const isReadableBy of tools) {
    try {
      if (isReadableBy(caller)) return true;
    } catch (refusal) {
      refusals.push(refusal);
    }
  }
  if (refusals.length > 0) throw refusals[0];
  return false;
}
