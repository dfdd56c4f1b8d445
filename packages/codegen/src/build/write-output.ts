/**
 * Writes built files so that a reader never sees half a file, and a watcher of the last file sees all of them.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One file to write. */
export interface OutputFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Writes `files` one after the other, each under a temporary name first; skips files with equal bytes.
 *
 * @returns the names of the files that were written
 */
export async function writeOutput(folder: string, files: readonly OutputFile[]): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  const written: string[] = [];
  for (const file of files) {
    if (await hasBytes(join(folder, file.name), file.bytes)) continue;
    await replace(folder, file);
    written.push(file.name);
  }
  return written;
}

async function replace(folder: string, { name, bytes }: OutputFile): Promise<void> {
  const unfinished = join(folder, `.${name}.${process.pid}.unfinished`);
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, join(folder, name));
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw new Error(`"${name}" cannot be written to "${folder}"`, { cause });
  }
}

async function hasBytes(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    return (await readFile(path)).equals(bytes);
  } catch {
    // An unreadable file is missing, or has to be replaced.
    return false;
  }
}
