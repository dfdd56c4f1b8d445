/**
 * Applies the planned change of one file, and records it.
 */
import { removeClientFile, writeClientFile } from './client-file.js';
import { readInstalled, writeInstalled } from './installed-entries.js';
import type { PlannedChange } from './plan-change.js';

/** Returns whether the file would change. */
export function changesFile({ file, after }: PlannedChange): boolean {
  return file.text !== after;
}

/**
 * Writes the record first: a recorded entry that does not exist is harmless, but an unrecorded one could not be removed.
 *
 * @param stateFolder of the user
 */
export async function applyChange(change: PlannedChange, stateFolder: string): Promise<void> {
  const { file, after, memory } = change;
  const { target } = file;
  const { [target]: known, ...others } = await readInstalled(stateFolder);
  if (after === undefined) {
    await removeClientFile(file, known?.made);
    await writeInstalled(stateFolder, others);
    return;
  }
  const before = memory ?? known;
  if (before !== undefined) await writeInstalled(stateFolder, { ...others, [target]: before });
  const made = changesFile(change) ? await writeClientFile(file, after) : undefined;
  if (memory === undefined) await writeInstalled(stateFolder, others);
  else if (made !== undefined) await writeInstalled(stateFolder, { ...others, [target]: { ...memory, made } });
}
