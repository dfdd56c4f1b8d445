/**
 * Watches a plugin's build output. The build writes the manifest last, so a changed manifest means a complete build.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Watch } from '../builds/build-source.js';
import { manifestFile, outputFolder } from '../builds/read-built-plugin.js';
import { watchPath } from '../watching/watch-path.js';

export function watchOutput(folder: string, onChange: () => void): Watch {
  const manifest = join(folder, outputFolder, manifestFile);
  return watchPath(manifest, () => {
    // A removed manifest is no build: npm removes a version before it installs the next.
    if (existsSync(manifest)) onChange();
  });
}
