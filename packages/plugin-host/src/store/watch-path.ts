/**
 * Watches one file by polling its status.
 *
 * Polling notices a folder that is created later or again, a file replaced by renaming, and mounts that send no events.
 */
import { unwatchFile, watchFile } from 'node:fs';
import type { Watch } from '../builds/build-source.js';

const lookEveryMs = 100;

/** Calls back whenever the file appears, changes or disappears. It does not keep the process alive. */
export function watchPath(path: string, onChange: () => void): Watch {
  // Wraps the callback, since one function may watch a file twice and each watch is closed separately.
  const listener = (): void => onChange();
  watchFile(path, { interval: lookEveryMs, persistent: false }, listener);
  return { close: () => unwatchFile(path, listener) };
}
