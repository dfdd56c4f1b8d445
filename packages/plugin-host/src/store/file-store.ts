/**
 * A content store in a folder, for any number of processes at once: one file per CID, in sub-folders by its last
 * characters.
 *
 * Files appear whole or not at all, and their content is checked against the CID when it is read. A text that is not a CID
 * never becomes a path.
 */
import { randomUUID } from 'node:crypto';
import { lstat, readdir, rename, rm, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { cidOf, PluginError } from '@sigil/core/building';
import { isMissing, makeFolder, moveAway, readPlainFile } from '@sigil/files';
import { isCid } from './cid.js';
import { contentMissing, type ContentStore, type KeptContent } from './content-store.js';
import { writeAtomically } from './atomic-write.js';

/** The folder of content within a registry or a state folder. */
const contentFolder = 'content';
/** The folder for files that are being written or removed. */
const unfinishedFolder = 'unfinished';
/** Age after which files that an ended process left in there are removed. */
const abandonedMs = 3_600_000;
const shardLength = 2;

/** Opens the content of a registry or a state folder. */
export function openContent(root: string): ContentStore {
  return openFileStore(join(root, contentFolder));
}

/** Returns the folder in which other files of a registry or a state folder are written before they are renamed. */
export function unfinishedIn(root: string): string {
  return join(root, contentFolder, unfinishedFolder);
}

/** @param folder created with the first content that is stored */
export function openFileStore(folder: string): ContentStore {
  return new FileStore(resolve(folder));
}

class FileStore implements ContentStore {
  readonly #unfinished: string;
  #tidied: Promise<void> | undefined;

  constructor(private readonly folder: string) {
    this.#unfinished = join(folder, unfinishedFolder);
  }

  async put(bytes: Uint8Array): Promise<string> {
    const cid = await cidOf(bytes);
    const path = this.#pathOf(cid);
    if (await keepAgain(path, bytes)) return cid;

    await writeAtomically(path, bytes, this.#unfinished);
    await (this.#tidied ??= removeAbandoned(this.#unfinished));
    return cid;
  }

  async get(cid: string): Promise<Uint8Array> {
    if (!isCid(cid)) throw contentMissing(cid);
    const bytes = await readPlainFile(this.#pathOf(cid)).catch((cause: unknown) => {
      throw contentMismatch(cid, cause);
    });
    if (!bytes) throw contentMissing(cid);
    if ((await cidOf(bytes)) !== cid) throw contentMismatch(cid);
    return bytes;
  }

  async has(cid: string): Promise<boolean> {
    return (await this.find(cid)) !== undefined;
  }

  async find(cid: string): Promise<KeptContent | undefined> {
    if (!isCid(cid)) return undefined;
    return statusOf(this.#pathOf(cid));
  }

  async list(): Promise<readonly string[]> {
    const shards = (await namesIn(this.folder)).filter((name) => name.length === shardLength);
    const names = await Promise.all(shards.map((shard) => namesIn(join(this.folder, shard))));
    return names.flatMap((kept, index) => kept.filter((name) => isCid(name) && shardOf(name) === shards[index]));
  }

  async remove(cid: string, keptBefore?: Date): Promise<boolean> {
    const found = await this.find(cid);
    if (!found || !isOld(found, keptBefore)) return false;

    // Moves the file away first: a later `put` writes the bytes again, and an earlier one is noticed below.
    const aside = join(this.#unfinished, randomUUID());
    await makeFolder(this.#unfinished);
    if (!(await moveAway(this.#pathOf(cid), aside))) return false;
    const moved = await statusOf(aside);
    if (moved && !isOld(moved, keptBefore)) {
      await rename(aside, this.#pathOf(cid));
      return false;
    }
    await rm(aside, { recursive: true, force: true });
    return true;
  }

  #pathOf(cid: string): string {
    return join(this.folder, shardOf(cid), cid);
  }
}

// All CIDs begin alike; their ends differ.
function shardOf(cid: string): string {
  return cid.slice(-shardLength);
}

function isOld({ keptAt }: KeptContent, keptBefore: Date | undefined): boolean {
  return keptBefore === undefined || keptAt < keptBefore;
}

/** Makes existing content young again, if its bytes are right. */
async function keepAgain(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    const kept = await readPlainFile(path);
    if (!kept?.equals(bytes)) return false;
    const now = new Date();
    await utimes(path, now, now);
    return true;
  } catch {
    // Not a plain file, or removed meanwhile. Writing it again reports the problem if that fails too.
    return false;
  }
}

async function statusOf(path: string): Promise<KeptContent | undefined> {
  try {
    const { size, mtime } = await lstat(path);
    return { bytes: size, keptAt: mtime };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function removeAbandoned(folder: string): Promise<void> {
  const oldest = new Date(Date.now() - abandonedMs);
  for (const name of await namesIn(folder)) {
    const found = await statusOf(join(folder, name));
    if (found && isOld(found, oldest)) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function contentMismatch(cid: string, cause?: unknown): PluginError {
  return new PluginError('content-mismatch', `what is kept under the CID ${cid} was changed; it is not used`, {
    cause,
  });
}
