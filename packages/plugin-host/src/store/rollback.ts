/**
 * Rolls a server back: pins a build that served before. A server on the same state folder follows at once.
 */
import { PluginError } from '@sigil/core/building';
import { cidsOfBuild } from '../builds/build-content.js';
import type { History, ServedBuild, ServerHistory } from './history.js';

/** The builds before and after a rollback, which a running host follows by itself. */
export interface Rollback {
  /** The build that served, or was meant to serve, until now. */
  readonly from: ServedBuild;
  readonly to: ServedBuild;
  /** True when `to` is pinned; false when it is the origin's build, which needs no pin. */
  readonly isPinned: boolean;
}

/**
 * @param to the CID of a manifest in the server's history, or a unique prefix of it; by default the build before the serving one
 * @throws PluginError `history-missing` when there is no such build; `content-missing` or `content-mismatch` when its content is
 *   lost or damaged
 */
export async function rollback(history: History, name: string, to?: string): Promise<Rollback> {
  const target = chooseTarget(await history.read(name), to);
  for (const cid of cidsOfBuild(target)) await history.store.get(cid);

  let from = target;
  const after = await history.change(name, (before) => {
    from = findServing(before) ?? target;
    return pin(before, target);
  });
  return { from, to: target, isPinned: after.pinned === target.manifestCid };
}

/** Returns the build that serves according to the history: the pinned one, or the last one that began. */
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
