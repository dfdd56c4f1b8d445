/**
 * Finds the texts of an editor that a configuration includes, as the compiler finds files: a new file may not be on disk yet.
 */
import { compiler, matchFiles } from './compiler.js';

/**
 * Returns the paths that the patterns include; the parameters after the first are those of the compiler's `readDirectory`.
 *
 * @param paths absolute, with `/`
 */
export function findUnsaved(
  paths: readonly string[],
  folder: string,
  extensions: readonly string[] = [],
  excluded: readonly string[] = [],
  included: readonly string[] = [],
  depth?: number,
): readonly string[] {
  if (paths.length === 0) return [];
  const { useCaseSensitiveFileNames } = compiler.sys;
  return matchFiles(
    folder,
    extensions,
    excluded,
    included,
    useCaseSensitiveFileNames,
    folder,
    depth,
    (path) => entriesOf(paths, path),
    (path) => path,
    (path) => paths.some((one) => one.startsWith(withEnd(path))),
  );
}

interface Entries {
  readonly files: readonly string[];
  readonly directories: readonly string[];
}

/** Lists a folder of which only these paths exist. */
function entriesOf(paths: readonly string[], folder: string): Entries {
  const start = withEnd(folder);
  const inside = paths.filter((path) => path.startsWith(start)).map((path) => path.slice(start.length).split('/'));
  const names = (isFile: boolean): string[] =>
    inside.flatMap(([name = '', ...rest]) => ((rest.length === 0) === isFile ? name : []));
  return { files: [...new Set(names(true))].sort(), directories: [...new Set(names(false))].sort() };
}

function withEnd(folder: string): string {
  return folder.endsWith('/') ? folder : `${folder}/`;
}
