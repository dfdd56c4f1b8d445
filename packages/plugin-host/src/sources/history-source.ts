/**
 * Adds a history to an origin: builds that served are stored, and a pinned build serves instead of the origin's.
 *
 * A pin holds until the origin has a build that never served and did not exist when the pin was set.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { historyPath, isKnown, type History, type ServerHistory } from '../store/history.js';
import { isFileName } from '../store/is-file-name.js';
import { OfferNotes } from './offer-notes.js';
import type { BuiltPlugin, BuildSource } from '../builds/build-source.js';
import { readStoredPlugin } from './read-stored-plugin.js';
import { watchPath } from '../watching/watch-path.js';

/**
 * Stores nothing for a name that cannot be a file name: the origin's build is returned, and `served` rejects.
 *
 * @param name of the server whose history it is
 */
export function withHistory(origin: BuildSource, history: History, name: string): BuildSource {
  // The pin at the last read. Other changes of the history file only record what was read and served.
  let pinned: string | undefined;
  // The build that the origin had before that pin was seen, whether or not the history could record it.
  let seenBeforePin: string | undefined;
  let lastSeen: string | undefined;
  const notes = new OfferNotes(history, name);
  const hasNews = async (): Promise<boolean> => {
    const now = await history.read(name).catch(() => undefined);
    return now?.pinned !== pinned;
  };
  return {
    label: origin.label,
    async read() {
      // An unreadable history keeps no plugin from serving; `served` reports its problem.
      const before = await history.read(name).catch(() => undefined);
      if (before && before.pinned !== pinned) seenBeforePin = lastSeen;
      pinned = before?.pinned;
      if (!before) return origin.read();
      // The history is updated in parallel, so that reading waits for no lock.
      return readChosen(history, before, seenBeforePin, async () => {
        const built = await origin.read();
        lastSeen = built.manifestCid;
        notes.offered(lastSeen, before);
        return built;
      });
    },
    watch(onChange) {
      const watches = [origin.watch(onChange)];
      const look = async (): Promise<void> => {
        if (await hasNews()) onChange();
      };
      if (isFileName(name)) watches.push(watchPath(historyPath(history.stateFolder, name), () => void look()));
      return { close: () => watches.forEach((watch) => watch.close()) };
    },
    async served(built) {
      await notes.written();
      await history.lease.add(name, built);
      await history.record(name, built);
      await origin.served?.(built);
    },
    async retired(built) {
      await history.lease.remove(name, built);
      await origin.retired?.(built);
    },
  };
}

async function readChosen(
  history: History,
  before: ServerHistory,
  seenBeforePin: string | undefined,
  readOffered: () => Promise<BuiltPlugin>,
): Promise<BuiltPlugin> {
  const { pinned } = before;
  if (pinned === undefined) return readOffered();

  const offered = await readOffered().catch(() => undefined);
  if (offered && offered.manifestCid !== seenBeforePin && isNewer(offered, before)) return offered;
  const { codePath = offered?.codePath } = before.generations.find((it) => it.manifestCid === pinned) ?? {};
  return readStoredPlugin(history.store, pinned, (codeCid) => placeOf(codePath, offered) ?? codeCid);
}

function isNewer({ manifestCid }: BuiltPlugin, before: ServerHistory): boolean {
  return manifestCid !== before.insteadOf && !isKnown(before, manifestCid);
}

/** Returns the build's code path when it served; if that folder is gone, the path of the origin's current build. */
function placeOf(codePath: string | undefined, offered: BuiltPlugin | undefined): string | undefined {
  return codePath !== undefined && existsSync(dirname(codePath)) ? codePath : (offered?.codePath ?? codePath);
}
