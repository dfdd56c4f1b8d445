/**
 * Checks that a folder exists before a command uses it.
 */
import { stat } from 'node:fs/promises';
import { CommandError } from '../failures/command-error.js';

/** @throws CommandError naming the folder */
export async function requireFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => undefined);
  if (!found) throw new CommandError(`there is no folder "${folder}"`);
  if (!found.isDirectory()) throw new CommandError(`expected a plugin folder, got the file "${folder}"`);
}
