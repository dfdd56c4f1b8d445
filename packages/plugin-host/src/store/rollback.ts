/**
 * Rolls a server back: pins a build that served before. A server that runs on the same state folder follows at once.
 */
import { PluginError } from '@sigil/core/building';
import type { History, ServedBuild, ServerHistory } from './history.js';

/** The outcome of a rollback. */
export interface Rollback {
  /** The build that served, or was to serve, until now. */
  readonly from: ServedBuild;
  readonly to: ServedBuild;
  /** True when `to` is pinned; false when the server's origin has it, so that nothing has to be pinned. */
  readonly isPinned: boolean;
}

/**
 * @param to the CID of a manifest in the server's history, or enough of its beginning; by default the build before the one
 *   that serves
 * @throws PluginError `history-missing` when there is no such build; `content-missing` or `content-mismatch` when its bytes are
 *   no longer what they were
 */
export async function rollback(history: History, name: string, to?: string): Promise<Rollback> {
  const target = chooseTarget(await history.read(name), to);
  await history.store.get(target.manifestCid);
  await history.store.get(target.codeCid);

  let from = target;
  const after = await history.change(name, (before) => {
    from = findServing(before) ?? target;
    return pin(before, target);
  });
  return { from, to: target, isPinned: after.pinned === target.manifestCid };
}

/** The build that serves as far as the history knows: the pinned build, or the last one that began to. */
export function findServing({ generations, pinned }: ServerHistory): ServedBuild | undefined {
  return generations.find((it) => it.manifestCid === pinned) ?? generations[0];
}

function pin(before: ServerHistory, target: ServedBuild): ServerHistory {
  const { name, generations, offered } = before;
  const unpinned = { name, generations, ...(offered === undefined ? {} : { offered }) };
  if (offered === target.manifestCid) return unpinned;
  return { ...unpinned, pinned: target.manifestCid, ...(offered === undefined ? {} : { insteadOf: offered }) };
}

function chooseTarget(before: ServerHistory, to: string | undefined): ServedBuild {
  return to === undefined ? choosePrevious(before) : chooseNamed(before, to);
}

function choosePrevious(before: ServerHistory): ServedBuild {
  const { name, generations } = before;
  const serving = findServing(before);
  if (!serving) throw new PluginError('history-missing', `nothing that served as "${name}" is remembered`);
  const previous = generations[generations.indexOf(serving) + 1];
  if (previous) return previous;
  throw new PluginError('history-missing', `nothing served as "${name}" before version ${serving.version}`);
}

function chooseNamed({ name, generations }: ServerHistory, to: string): ServedBuild {
  const found = to === '' ? [] : generations.filter((it) => it.manifestCid.startsWith(to));
  if (found[0] && found.length === 1) return found[0];
  const told = JSON.stringify(to.slice(0, 128));
  throw new PluginError(
    'history-missing',
    found.length === 0
      ? `no build with the CID ${told} served as "${name}"`
      : `${found.length} builds that served as "${name}" have a CID that begins with ${told}; give more of it`,
  );
}
