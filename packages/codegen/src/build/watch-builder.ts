/**
 * Rebuilds whenever one of a plugin's files changes. Changes close together make one build, and builds never overlap.
 */
import { join, relative, sep } from 'node:path';
import { isJsonObject } from '@sigil/core/building';
import type { FSWatcher } from 'chokidar';
import type { BuildResult } from './build-result.js';
import type { Builder } from './open-builder.js';

/** The events of a watching builder. */
export interface WatchEvents {
  /** Called after the first build and after each later one. */
  readonly onBuild: (result: BuildResult) => void;
  /** Called when a build could not run, such as when `dist` is not writable; without it the error is unhandled. */
  readonly onError?: (cause: unknown) => void;
}

/** A running watch. Closing it resolves when the current build has ended. */
export interface Watch {
  close(): Promise<void>;
}

/** The delay after the first change in which further changes are collected, in milliseconds. */
const settleMs = 10;

const outputFolders: ReadonlySet<string> = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', '.git', '.nx']);

/**
 * Builds once, then after each change; closing it closes the builder.
 *
 * @returns once the watcher runs and the first build has ended
 */
export async function watchBuilder(builder: Builder, events: WatchEvents): Promise<Watch> {
  const { folder } = builder;
  // Loaded lazily: a single build needs no watcher.
  const { watch } = await import('chokidar');
  const isIgnored = (path: string): boolean => isOutput(folder, path);
  const watcher = watch(folder, { ignored: isIgnored, ignoreInitial: true, atomic: settleMs });
  await isReady(watcher);

  const loop = new BuildLoop(builder, events, (files) => void watcher.add([...files]));
  const notice = (path: string): void => {
    if (isSource(path) && !isIgnored(path)) loop.noticeChange(path);
  };
  watcher.on('all', (_, path) => notice(path));
  watcher.on('raw', (_, path, details) => notice(changedPath(path, details)));
  await loop.buildFirst();
  return {
    close: async () => {
      await watcher.close();
      await loop.close();
      await builder.close();
    },
  };
}

class BuildLoop {
  readonly #builder: Builder;
  readonly #events: WatchEvents;
  readonly #watchAlso: (files: readonly string[]) => void;
  readonly #changed = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #queue = Promise.resolve();
  #isClosed = false;

  constructor(builder: Builder, events: WatchEvents, watchAlso: (files: readonly string[]) => void) {
    this.#builder = builder;
    this.#events = events;
    this.#watchAlso = watchAlso;
  }

  buildFirst(): Promise<void> {
    return (this.#queue = this.#build([]));
  }

  noticeChange(path: string): void {
    this.#changed.add(path);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#queue = this.#queue.then(() => this.#buildChanged());
    }, settleMs);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#queue;
  }

  async #buildChanged(): Promise<void> {
    const changed = [...this.#changed];
    this.#changed.clear();
    if (changed.length > 0 && !this.#isClosed) await this.#build(changed);
  }

  async #build(changed: readonly string[]): Promise<void> {
    try {
      if (changed.length > 0) this.#builder.refresh(changed);
      const result = await this.#builder.build();
      this.#watchAlso(this.#builder.files.filter((file) => isOutside(this.#builder.folder, file)));
      if (!this.#isClosed) this.#events.onBuild(result);
    } catch (cause) {
      if (!this.#events.onError) throw cause;
      this.#events.onError(cause);
    }
  }
}

function isReady(watcher: FSWatcher): Promise<void> {
  return new Promise((resolve) => watcher.once('ready', () => resolve()));
}

/**
 * Returns the changed path from the system's raw event. The watcher drops a change shortly after another of the same file, as
 * from an editor that saves and then formats. Raw events name a file within a watched folder, or a watched file itself.
 */
function changedPath(path: string | null, details: unknown): string {
  const watched = isJsonObject(details) && typeof details.watchedPath === 'string' ? details.watchedPath : '';
  return isSource(watched) ? watched : join(watched, path ?? '');
}

/** Files outside of the plugin are watched one by one, because a build read them, and so are never output. */
function isOutput(folder: string, path: string): boolean {
  const segments = relative(folder, path).split(sep);
  return segments[0] !== '..' && segments.some((segment) => outputFolders.has(segment));
}

/**
 * Returns whether a file is outside the folder, such as shared sources of a workspace; installed packages do not change during
 * work.
 */
function isOutside(folder: string, file: string): boolean {
  return relative(folder, file).startsWith('..') && !file.split(sep).includes('node_modules');
}

function isSource(path: string): boolean {
  return /\.(?:[cm]?[jt]sx?|json)$/.test(path);
}
