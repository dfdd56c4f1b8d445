/**
 * Follows changes around the running server: plugins that are added and removed, and the configuration of servers.
 *
 * The plugin host follows new builds of existing plugins. File events say when to look; where they may be missing, a timer does.
 */
import { PathWatcher, pollMsOf } from '@sigil/plugin-host';
import type { PluginPlaces } from '../configuration/find-plugin-places.js';

/** The sources of changes, and the reaction to a change. */
export interface Followed {
  /** Returns whether a plugin was added or removed. */
  hasNews(): Promise<boolean>;
  /** Returns the places whose change may be news. */
  findPlaces(): Promise<PluginPlaces>;
  /** Whether plugins may come from a registry, which has no file events. */
  readonly hasRegistry: boolean;
  /** Files whose change requires a refresh. */
  readonly files: () => readonly string[];
  /** Brings the server up to date. */
  refresh(): Promise<void>;
  readonly onProblem: (error: unknown) => void;
}

/** A running watch for changes; the caller that began it ends it. */
export interface Following {
  close(): void;
}

/** The interval of looking into a registry, and of another try after a failure. */
const lookEveryMs = 1_000;
/** The interval of looking where file events report everything. */
const lookRarelyMs = 30_000;
/** Events within this time are one change: a folder is copied, a file is truncated and then written. */
const settleMs = 100;

/** @returns once changes are noticed */
export async function followChanges(followed: Followed): Promise<Following> {
  const following = new ChangeFollower(followed);
  await following.watchPlaces();
  return following;
}

class ChangeFollower implements Following {
  readonly #watcher = new PathWatcher((path) => this.#notice(path), pollMsOf(process.env));
  readonly #timer: NodeJS.Timeout;
  #places: PluginPlaces = { folders: [], files: [] };
  #files = new Set<string>();
  #settling: NodeJS.Timeout | undefined;
  #isRefreshWanted = false;
  #isLooking = false;
  #isLookWanted = false;
  // A lasting problem is logged once, not at every try.
  #reported: string | undefined;
  #isClosed = false;

  constructor(private readonly followed: Followed) {
    const everyMs = followed.hasRegistry ? lookEveryMs : lookRarelyMs;
    this.#timer = setInterval(() => void this.#look(), everyMs).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#timer);
    clearTimeout(this.#settling);
    this.#watcher.close();
  }

  /** Watches the places as they are now. */
  async watchPlaces(): Promise<void> {
    const before = this.#places;
    const places = await this.followed.findPlaces().catch(() => before);
    if (this.#isClosed) return;
    this.#places = places;
    const files = new Set(this.followed.files());
    for (const path of places.folders) this.#watcher.addFolder(path);
    for (const path of [...places.files, ...files]) this.#watcher.add(path);
    for (const path of before.folders) this.#watcher.removeFolder(path);
    for (const path of [...before.files, ...this.#files]) this.#watcher.remove(path);
    this.#files = files;
  }

  #notice(path: string): void {
    this.#isRefreshWanted ||= this.#files.has(path);
    this.#lookIn(settleMs);
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => void this.#look(), ms).unref();
  }

  async #look(): Promise<void> {
    this.#isLookWanted = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#isLookWanted && !this.#isClosed) {
      this.#isLookWanted = false;
      await this.#lookOnce();
    }
    this.#isLooking = false;
  }

  async #lookOnce(): Promise<void> {
    const isChanged = this.#isRefreshWanted;
    try {
      const hasNews = await this.followed.hasNews();
      if (this.#isClosed || !(hasNews || isChanged)) return;
      this.#isRefreshWanted = false;
      await this.followed.refresh();
      this.#reported = undefined;
    } catch (error) {
      if (this.#reported !== String(error)) this.followed.onProblem(error);
      this.#reported = String(error);
      this.#isRefreshWanted ||= isChanged;
      this.#lookIn(lookEveryMs);
    } finally {
      await this.watchPlaces();
    }
  }
}
