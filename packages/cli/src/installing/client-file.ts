/**
 * Reads and writes a client's file as a whole: through links, keeping its permissions, and atomically.
 */
import { randomUUID } from 'node:crypto';
import { readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from '@sigil/plugin-host';
import { CommandError } from '../failures/command-error.js';

/** A client's file, which may not exist yet. */
export interface ClientFile {
  /** The path that the client uses. */
  readonly path: string;
  /** The path of the file itself, if `path` is a link. */
  readonly target: string;
  /** The text with its byte order mark, if it has one; undefined when there is no file. */
  readonly text: string | undefined;
  readonly mode: number;
}

const privateMode = 0o600;
const writable = 0o222;

/** @throws CommandError when it cannot be read or must not be written; nothing is changed then */
export async function readClientFile(path: string): Promise<ClientFile> {
  const target = await realpath(path).catch(() => path);
  const found = await stat(target).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new CommandError(`the file ${path} cannot be read`, { cause });
  });
  if (found === undefined) return { path, target, text: undefined, mode: privateMode };
  if (!found.isFile()) throw new CommandError(`expected a file at ${path}, got a folder`);
  // Renaming a new file over it would succeed, but its permissions say that it must not change.
  if ((found.mode & writable) === 0) {
    throw new CommandError(`the file ${path} is read-only; allow writing to it, or add the entry where it is made`);
  }
  return { path, target, text: await readText(target, path), mode: found.mode & 0o777 };
}

async function readText(target: string, path: string): Promise<string> {
  const bytes = await readFile(target).catch((cause: unknown) => {
    throw new CommandError(`the file ${path} cannot be read`, { cause });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new CommandError(`the file ${path} is not UTF-8 text; nothing was written`);
  }
}

/** @returns the first of the folders created for it */
export async function writeClientFile({ target, mode }: ClientFile, text: string): Promise<string | undefined> {
  const made = await makeFolder(dirname(target));
  const unfinished = join(dirname(target), `.sigil-${randomUUID()}.tmp`);
  try {
    await writeFile(unfinished, text, { mode, flag: 'wx' });
    await rename(unfinished, target);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw new CommandError(`the file ${target} cannot be written`, { cause });
  }
  return made;
}

/** Removes a created file, and the folders that were created for it and are otherwise empty. */
export async function removeClientFile({ target }: ClientFile, made: string | undefined): Promise<void> {
  await rm(target, { force: true });
  if (made === undefined) return;
  let folder = dirname(target);
  while (folder.startsWith(made)) {
    try {
      await rmdir(folder);
    } catch {
      // The folder has other content by now, so it and those above it stay.
      return;
    }
    folder = dirname(folder);
  }
}
