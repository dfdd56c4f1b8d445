/**
 * Finds sources that only an editor has: the bundler's own resolution looks at the disk alone.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import type { InputLog } from '../inputs/input-log.js';

/** Makes the bundler plugin. */
export function unsavedSources(inputs: InputLog): Plugin {
  return {
    name: 'sigil-unsaved-sources',
    setup: (build) =>
      build.onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
        if (inputs.unsavedFiles.length === 0) return undefined;
        const isUnsaved = (file: string): boolean => inputs.unsavedText(file) !== undefined && !existsSync(file);
        const found = sourcesOf(join(resolveDir, path)).find(isUnsaved);
        return found === undefined ? undefined : { path: found };
      }),
  };
}

/** Returns the files that a relative import may mean: TypeScript sources are imported by the names of their output, too. */
function sourcesOf(path: string): readonly string[] {
  const named = /^(.*\.[cm]?)js(x?)$/.exec(path);
  return [
    path,
    ...(named ? [`${named[1]}ts${named[2]}`, `${named[1]}tsx`] : [`${path}.ts`, `${path}.tsx`, join(path, 'index.ts')]),
  ];
}
