/**
 * Watches one file by looking at its status on a timer.
 *
 * That sees a folder that is made later or made anew, a file replaced by renaming, and mounts that send no events.
 */
import { unwatchFile, watchFile } from 'node:fs';
import type { Watch } from '../builds/build-source.js';

const lookEveryMs = 100;

/** Calls back whenever the file appears, changes or goes. It keeps no process alive. */
export function watchPath(path: string, onChange: () => void): Watch {
  // A listener of its own: the same function may watch a file twice, and each is closed alone.
  const listener = (): void => onChange();
  watchFile(path, { interval: lookEveryMs, persistent: false }, listener);
  return { close: () => unwatchFile(path, listener) };
}
