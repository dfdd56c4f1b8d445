/**
 * Watches a plugin's build output. The build writes the manifest last, so its change means that a whole build is there.
 *
 * Looks at the file's status on a timer: that sees an output folder that is made later or made anew, a file replaced by
 * renaming, and mounts that send no events.
 */
import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import type { Watch } from './plugin-origin.js';
import { manifestFile, outputFolder } from './read-built-plugin.js';

const lookEveryMs = 100;

export function watchOutput(folder: string, onChange: () => void): Watch {
  const manifestPath = join(folder, outputFolder, manifestFile);
  watchFile(manifestPath, { interval: lookEveryMs, persistent: false }, onChange);
  return { close: () => unwatchFile(manifestPath, onChange) };
}
