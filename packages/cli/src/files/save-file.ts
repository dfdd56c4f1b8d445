/**
 * Writes a requested file, and creates the folders above it.
 */
import { writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '@sigil/plugin-host';
import { CommandError } from '../failures/command-error.js';

/** @throws CommandError with the file and the reason why it cannot be written */
export async function saveFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await makeFolder(dirname(resolve(file)));
    await writeFile(file, content);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`cannot write "${file}": ${why}`, { cause });
  }
}
