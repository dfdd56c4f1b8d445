/**
 * Watches a file by its content: a save without a change, another time, and a file that is empty for a moment are not reported.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Watch } from '../builds/build-source.js';
import { watchPath } from './watch-path.js';

/** The time after an event in which the file may still be written. */
const settleMs = 100;

/** Calls back when the file has another content than before, or is gone. It does not keep the process alive. */
export function watchContent(path: string, onChange: () => void): Watch {
  let known = hashOf(path);
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const now = hashOf(path);
    if (now === known) return;
    known = now;
    onChange();
  };
  const watch = watchPath(path, () => {
    clearTimeout(timer);
    timer = setTimeout(look, settleMs).unref();
  });
  return {
    close() {
      clearTimeout(timer);
      watch.close();
    },
  };
}

function hashOf(path: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    // It is missing, or cannot be read: both are a change to a content.
    return undefined;
  }
}
