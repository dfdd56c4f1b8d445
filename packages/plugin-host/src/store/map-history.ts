/**
 * Records which maps of servers were built in a folder, so that their content is not collected while they may be deployed.
 *
 * `mcps.json` is the latest one; `mcps.history.json` has its CID and those of earlier ones.
 */
import { join, resolve } from 'node:path';
import { readPlainFile } from '@sigil/files';
import { cidsIn } from './cid.js';
import { unfinishedIn } from './file-store.js';
import { withLock } from './folder-lock.js';
import { writeAtomically } from './atomic-write.js';

/** The number of maps recorded per folder; content that only older ones name can be collected. */
const maxBuiltMaps = 50;

const mapFile = 'mcps.json';
const historyFile = 'mcps.history.json';

/**
 * Records a map. Its content is stored before this is called, and `mcps.json` is written after it.
 *
 * @param folder a state folder, a registry, or a folder to be deployed
 * @throws PluginError `store-busy` when another process holds the folder's lock too long
 */
export async function rememberMap(folder: string, cid: string): Promise<void> {
  const root = resolve(folder);
  await withLock(root, async () => {
    const before = [...cidsIn(await textOf(join(root, historyFile)))];
    if (before[0] === cid) return;
    const cids = [...new Set([cid, ...before])].slice(0, maxBuiltMaps);
    await writeAtomically(join(root, historyFile), `${JSON.stringify(cids, undefined, 2)}\n`, unfinishedIn(root));
  });
}

/** Reads every CID of the maps of a folder, and every CID that they name. @throws Error when one of their files cannot be read */
export async function readBuiltMaps(folder: string): Promise<ReadonlySet<string>> {
  const texts = await Promise.all([mapFile, historyFile].map((name) => textOf(join(folder, name))));
  return cidsIn(texts.join('\n'));
}

async function textOf(path: string): Promise<string> {
  return (await readPlainFile(path))?.toString('utf8') ?? '';
}
