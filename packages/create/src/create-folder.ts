/**
 * Writes the files of a new plugin or server into a folder that has nothing in it.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { RenderedFile } from '../templates/render-plugin.mjs';
import { CreateError } from './create-error.js';

/** Entries that a folder may have and still count as empty: what stands there was put there by no author. */
const ignored = new Set(['.git', '.DS_Store']);

/**
 * @param folder absolute path; made where there is none
 * @throws CreateError when the folder holds anything already; nothing is written then
 */
export async function createFolder(folder: string, files: readonly RenderedFile[]): Promise<void> {
  await requireEmpty(folder);
  for (const { path, text } of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag: 'wx' });
  }
}

async function requireEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return [];
    if (cause.code === 'ENOTDIR') throw new CreateError(`expected a folder to write into, got the file "${folder}"`);
    throw new CreateError(`the folder "${folder}" cannot be read`, { cause });
  });
  const [first] = entries.filter((entry) => !ignored.has(entry));
  if (first === undefined) return;
  throw new CreateError(
    `the folder "${folder}" is not empty: it has "${first}"; choose another with --directory, nothing was written`,
  );
}
