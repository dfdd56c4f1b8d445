/**
 * Follows changes around the running server: plugins that are added and removed, the configuration of servers, a SIGHUP.
 *
 * The plugin host follows new builds of existing plugins.
 */
import { unwatchFile, watchFile, type Stats } from 'node:fs';

/** The sources of changes, and the reaction to a change. */
export interface Followed {
  /** Returns whether a plugin was added or removed. */
  hasNews(): Promise<boolean>;
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

const lookEveryMs = 1_000;

export function followChanges(followed: Followed): Following {
  let isLooking = false;
  // A lasting problem is logged once, not every second.
  let told: string | undefined;
  const watched = new Set<string>();
  let isClosed = false;
  const onFile = (current: Stats, previous: Stats): void => {
    // Node calls once for a file that did not exist when the watch began; both times are 0 then.
    if (current.mtimeMs === 0 && previous.mtimeMs === 0) return;
    void refresh().catch(followed.onProblem);
  };

  async function refresh(): Promise<void> {
    if (isClosed) return;
    await followed.refresh();
    watchFiles();
  }

  function watchFiles(): void {
    if (isClosed) return;
    const files = new Set(followed.files());
    for (const file of watched) if (!files.has(file)) unwatch(file);
    for (const file of files) if (!watched.has(file)) watch(file);
  }
  function watch(file: string): void {
    watched.add(file);
    watchFile(file, { interval: lookEveryMs, persistent: false }, onFile);
  }
  function unwatch(file: string): void {
    watched.delete(file);
    unwatchFile(file, onFile);
  }
  async function look(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    try {
      if (await followed.hasNews()) await refresh();
      told = undefined;
    } catch (error) {
      if (told !== String(error)) followed.onProblem(error);
      told = String(error);
    } finally {
      isLooking = false;
    }
  }

  watchFiles();
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
      for (const file of [...watched]) unwatch(file);
    },
  };
}
