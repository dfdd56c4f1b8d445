/**
 * Finds the texts of an editor that a configuration includes, as the compiler finds files: a new file may not be on disk yet.
 */
import { compiler, matchFiles } from './compiler.js';

/** The folder to list, and the rules of a configuration for it, as for the compiler's `readDirectory`. */
interface Listing {
  readonly folder: string;
  readonly extensions: readonly string[] | undefined;
  readonly excluded: readonly string[] | undefined;
  readonly included: readonly string[] | undefined;
  readonly depth: number | undefined;
}

/** @param paths absolute, with `/` @returns those that the rules include */
export function findUnsaved(
  paths: readonly string[],
  { folder, extensions = [], excluded = [], included = [], depth }: Listing,
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
