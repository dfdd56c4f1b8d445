/**
 * Remembers which maps of servers were built in a folder, so that what they name is not collected while they may be deployed.
 *
 * `mcps.json` is the one that was built last; `mcps.history.json` has the CIDs of it and of those before.
 */
import { join, resolve } from 'node:path';
import { cidsIn } from './cid.js';
import { unfinishedIn } from './file-store.js';
import { readPlainFile } from './read-plain-file.js';
import { withLock } from './with-lock.js';
import { writeWhole } from './write-whole.js';

/** Number of maps remembered of one folder; content that only older ones name can be collected. */
const maxBuiltMaps = 50;

const mapFile = 'mcps.json';
const historyFile = 'mcps.history.json';

/**
 * The content of the map is kept before this is called, and `mcps.json` is written after it.
 *
 * @param folder a state folder, a registry, or one that is to be deployed
 * @throws PluginError `store-busy` when others do not let go of the folder
 */
export async function rememberMap(folder: string, cid: string): Promise<void> {
  const root = resolve(folder);
  await withLock(root, async () => {
    const before = [...cidsIn(await textOf(join(root, historyFile)))];
    if (before[0] === cid) return;
    const cids = [...new Set([cid, ...before])].slice(0, maxBuiltMaps);
    await writeWhole(join(root, historyFile), `${JSON.stringify(cids, undefined, 2)}\n`, unfinishedIn(root));
  });
}

/** Every CID that the maps of a folder are known by or name themselves. @throws Error when a file of them cannot be read */
export async function readBuiltMaps(folder: string): Promise<ReadonlySet<string>> {
  const texts = await Promise.all([mapFile, historyFile].map((name) => textOf(join(folder, name))));
  return cidsIn(texts.join('\n'));
}

async function textOf(path: string): Promise<string> {
  return (await readPlainFile(path))?.toString('utf8') ?? '';
}
