/**
 * Watches a plugin's build output. The build writes the manifest last, so its change means that a whole build is there.
 */
import { join } from 'node:path';
import type { Watch } from '../builds/build-source.js';
import { manifestFile, outputFolder } from '../builds/read-built-plugin.js';
import { watchPath } from './watch-path.js';

export function watchOutput(folder: string, onChange: () => void): Watch {
  return watchPath(join(folder, outputFolder, manifestFile), onChange);
}
