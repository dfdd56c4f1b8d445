/**
 * Rolls a publication back: the pointer names an earlier build again, and every server that follows the registry takes it.
 */
import { PluginError } from '@sigil/core/building';
import { cidsOfBuild } from '../builds/build-content.js';
import type { Registry } from './open-registry.js';
import type { PublishedBuild, RegistryPointer } from './registry.js';

/** The builds that the pointer of a registry named before and after a rollback. */
export interface PublicationRollback {
  readonly from: PublishedBuild;
  readonly to: PublishedBuild;
}

/**
 * @param to the CID of a manifest in the pointer's history, or a unique prefix of it; by default the build before the current one
 * @throws PluginError `pointer-missing` without such a plugin; `history-missing` without such a build; `content-missing` when the
 *   registry has lost it
 */
export async function rollBackPublication(registry: Registry, name: string, to?: string): Promise<PublicationRollback> {
  const requirePointer = (found: RegistryPointer | undefined): RegistryPointer => {
    if (found) return found;
    throw new PluginError('pointer-missing', `no plugin "${name}" is published in ${registry.label}`);
  };
  // Checked before the change, whose lock would create the folder of a missing registry.
  requirePointer(await registry.find(name));
  let done: PublicationRollback | undefined;
  await registry.change(name, async (found) => {
    const before = requirePointer(found);
    const at = before.history.findIndex(({ manifestCid }) => manifestCid === before.current);
    const target = to === undefined ? previous(before, at) : named(before, to);
    for (const cid of cidsOfBuild(target)) await registry.content.get(cid);
    done = { from: before.history[at] ?? target, to: target };
    return target.manifestCid === before.current ? before : { ...before, current: target.manifestCid };
  });
  return done!;
}

function previous({ name, history }: RegistryPointer, at: number): PublishedBuild {
  const found = history[at + 1];
  if (found) return found;
  throw new PluginError('history-missing', `nothing was published as "${name}" before the current build`);
}

function named({ name, history }: RegistryPointer, to: string): PublishedBuild {
  const found = to === '' ? [] : history.filter(({ manifestCid }) => manifestCid.startsWith(to));
  if (found[0] && found.length === 1) return found[0];
  const told = JSON.stringify(to.slice(0, 128));
  throw new PluginError(
    'history-missing',
    `${found.length} published builds of "${name}" have a CID that begins with ${told}`,
  );
}
