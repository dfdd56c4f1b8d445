/**
 * An origin that is a plugin's own folder, with the output of its latest build.
 */
import type { BuildSource } from '../builds/build-source.js';
import { readSettledBuild } from '../builds/read-settled-build.js';
import { watchOutput } from './watch-output.js';

/** @param folder absolute; the build's output is in its `dist` */
export function folderSource(folder: string): BuildSource {
  return {
    label: folder,
    read: () => readSettledBuild(folder),
    watch: (onChange) => watchOutput(folder, onChange),
  };
}
