/**
 * Moves a file that may be gone.
 */
import { rename } from 'node:fs/promises';
import { isMissing } from './read-plain-file.js';

/** @returns whether the file still existed */
export async function moveAway(path: string, to: string): Promise<boolean> {
  try {
    await rename(path, to);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
