/**
 * Writes a file that a command was asked for, and the folders above it.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandError } from '../failures/command-error.js';

/** @throws CommandError that names the file and why it cannot be written */
export async function saveText(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(`cannot write "${file}": ${why}`, { cause });
  }
}
