/**
 * Writes the files of a new plugin or server into an empty folder.
 */
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RenderedFile } from '../templates/render-plugin.mjs';
import { CreateError } from './create-error.js';

/** Entries that an empty folder may contain: none of them is an author's work. */
const ignored = new Set(['.git', '.DS_Store']);

/**
 * @param folder absolute path; created if missing
 * @throws CreateError when the folder is not empty, before anything is written; or when it cannot be written
 */
export async function createFolder(folder: string, files: readonly RenderedFile[]): Promise<void> {
  await requireEmpty(folder);
  try {
    await makeFolder(folder);
    for (const { path, text } of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text, { flag: 'wx' });
    }
  } catch (cause) {
    throw new CreateError(`the folder "${folder}" cannot be written: ${describeCode(cause)}`, { cause });
  }
}

/**
 * Creates a folder and those above it. Node's own recursive `mkdir` retries for ever in a folder that accepts none, such as `/proc`.
 */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (cause) {
    // A dangling link exists, but is not a folder.
    if (hasCode(cause, 'EEXIST')) return void (await stat(folder));
    if (!hasCode(cause, 'ENOENT') || dirname(folder) === folder) throw cause;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const [first] = (await readEntries(folder)).filter((entry) => !ignored.has(entry));
  if (first === undefined) return;
  throw new CreateError(
    `the folder "${folder}" is not empty: it has "${first}"; choose another with --directory, nothing was written`,
  );
}

/** Returns nothing for a missing folder: creating it reports why it cannot be created. */
async function readEntries(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return [];
    if (!hasCode(cause, 'ENOTDIR')) {
      throw new CreateError(`the folder "${folder}" cannot be read: ${describeCode(cause)}`, { cause });
    }
    if (!(await isThere(folder))) return [];
    throw new CreateError(`expected a folder to write into, got the file "${folder}"`);
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'no code';
}

function describeCode(error: unknown): string {
  const code = codeOf(error);
  return codesInWords.get(code) ?? `the system refused it (${code})`;
}

const codesInWords: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'permission is denied'],
  ['EPERM', 'permission is denied'],
  ['EROFS', 'its disk is read-only'],
  ['ENOSPC', 'its disk is full'],
  ['EDQUOT', 'the quota of its disk is used up'],
  ['ENOENT', 'a part of its path is missing, or is a link that leads nowhere'],
  ['ENOTDIR', 'a part of its path is not a folder'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENAMETOOLONG', 'its path is too long'],
  ['EEXIST', 'something in it has the same name already'],
]);
