/**
 * Watches single files, with one watcher for the whole process.
 */
import { resolve } from 'node:path';
import type { Watch } from '../builds/build-source.js';
import { signatureOf } from './file-status.js';
import { PathWatcher } from './path-watcher.js';

interface WatchedFile {
  readonly listeners: Set<() => void>;
  signature: string;
}

const files = new Map<string, WatchedFile>();
let watcher: PathWatcher | undefined;

/** Calls back whenever the file appears, changes or disappears. It does not keep the process alive. */
export function watchPath(path: string, onChange: () => void): Watch {
  const place = resolve(path);
  // Wraps the callback, since one function may watch a file twice and each watch is closed separately.
  const listener = (): void => onChange();
  watcher ??= new PathWatcher(notice, pollMsOf(process.env));
  const file = files.get(place) ?? openFile(place, watcher);
  file.listeners.add(listener);
  return {
    close() {
      if (!file.listeners.delete(listener) || file.listeners.size > 0) return;
      files.delete(place);
      watcher?.remove(place);
    },
  };
}

/** Watches the file before its state is noted, so that no change comes between them. */
function openFile(place: string, events: PathWatcher): WatchedFile {
  events.add(place);
  const file = { listeners: new Set<() => void>(), signature: signatureOf(place) };
  files.set(place, file);
  return file;
}

/** Returns the interval of polling that the environment asks for, where a mount has no events: `SIGIL_POLL_MS`. */
export function pollMsOf({ SIGIL_POLL_MS: given }: NodeJS.ProcessEnv): number | undefined {
  const value = Number(given);
  return given !== undefined && Number.isInteger(value) && value > 0 ? value : undefined;
}

function notice(path: string): void {
  const file = files.get(path);
  if (!file) return;
  const now = signatureOf(path);
  if (now === file.signature) return;
  file.signature = now;
  for (const listener of [...file.listeners]) listener();
}
