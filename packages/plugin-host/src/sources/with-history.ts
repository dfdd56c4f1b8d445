/**
 * Gives an origin a memory: what served is kept, and a build that is pinned serves instead of what the origin has.
 *
 * A pin holds until the origin has a build that never served and was not there when the pin was set.
 */
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { historyPath, isKnown, type History, type ServerHistory } from '../store/history.js';
import { isFileName } from '../store/is-file-name.js';
import { OfferNotes } from './offer-notes.js';
import type { BuiltPlugin, BuildSource } from '../builds/build-source.js';
import { readKeptPlugin } from './read-kept-plugin.js';
import { watchPath } from '../store/watch-path.js';

/**
 * Nothing is remembered for a name that cannot be a file's: the origin gives what it has, and `served` rejects.
 *
 * @param name of the server whose history it is
 */
export function withHistory(origin: BuildSource, history: History, name: string): BuildSource {
  // As far as the last read knows. Other changes of the history file are notes of what was read and served: no news.
  let pinned: string | undefined;
  // The build that the origin had before that pin was seen, whether or not the history could be told of it by then.
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
      // A history that cannot be read keeps no plugin from serving; `served` says what is wrong with it.
      const before = await history.read(name).catch(() => undefined);
      if (before && before.pinned !== pinned) seenBeforePin = lastSeen;
      pinned = before?.pinned;
      if (!before) return origin.read();
      return readChosen(history, before, {
        seenBeforePin,
        // Reading waits for no lock: the history is told beside it.
        readOffered: async () => {
          const built = await origin.read();
          lastSeen = built.manifestCid;
          notes.offered(lastSeen, before);
          return built;
        },
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

/** Facts that are known beside the history. */
interface Choosing {
  readonly seenBeforePin: string | undefined;
  readonly readOffered: () => Promise<BuiltPlugin>;
}

async function readChosen(
  history: History,
  before: ServerHistory,
  { seenBeforePin, readOffered }: Choosing,
): Promise<BuiltPlugin> {
  const { pinned } = before;
  if (pinned === undefined) return readOffered();

  const offered = await readOffered().catch(() => undefined);
  if (offered && offered.manifestCid !== seenBeforePin && isNewer(offered, before)) return offered;
  const { codePath = offered?.codePath } = before.generations.find((it) => it.manifestCid === pinned) ?? {};
  return readKeptPlugin(history.store, pinned, (codeCid) => placeOf(codePath, offered) ?? codeCid);
}

function isNewer({ manifestCid }: BuiltPlugin, before: ServerHistory): boolean {
  return manifestCid !== before.insteadOf && !isKnown(before, manifestCid);
}

/** The place that the build had when it served; where that folder is gone, the one of what the origin has now. */
function placeOf(codePath: string | undefined, offered: BuiltPlugin | undefined): string | undefined {
  return codePath !== undefined && existsSync(dirname(codePath)) ? codePath : (offered?.codePath ?? codePath);
}
