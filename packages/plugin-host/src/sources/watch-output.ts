/**
 * Watches a plugin's build output. The build writes the manifest last, so its change means that a whole build is there.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Watch } from '../builds/build-source.js';
import { manifestFile, outputFolder } from '../builds/read-built-plugin.js';
import { watchPath } from '../store/watch-path.js';

export function watchOutput(folder: string, onChange: () => void): Watch {
  const manifest = join(folder, outputFolder, manifestFile);
  return watchPath(manifest, () => {
    // A manifest that has gone is no build: npm takes a version away before it puts the next one there.
    if (existsSync(manifest)) onChange();
  });
}
