/**
 * Watches a plugin's build output. The build writes the manifest last, so its change means that a whole build is there.
 */
import { join } from 'node:path';
import { watch } from 'chokidar';
import { manifestFile, outputFolder } from './read-built-plugin.js';

export interface OutputWatcher {
  close(): Promise<void>;
}

/** Saves that come closer together than this are one change. */
const settleMs = 10;

/** @returns resolves when changes are seen from now on */
export async function watchOutput(folder: string, onChange: () => void): Promise<OutputWatcher> {
  const output = join(folder, outputFolder);
  const wanted = new Set([folder, output, join(output, manifestFile)]);
  // Watching from the plugin's folder down sees an output folder that does not exist yet, or is made anew.
  const watcher = watch(folder, { ignoreInitial: true, depth: 1, ignored: (path) => !wanted.has(path) });
  let timer: NodeJS.Timeout | undefined;
  watcher.on('all', (_event, path) => {
    if (!path.endsWith(manifestFile)) return;
    clearTimeout(timer);
    timer = setTimeout(onChange, settleMs);
  });
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
