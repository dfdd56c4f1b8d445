/**
 * Refuses file and folder names that say nothing about their content, and names that are not in kebab-case.
 */
import type { Problem } from '../problem.ts';
import { type SourceFile, stemOf } from '../workspace/source-file.ts';

const emptyFolders = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc']);
const emptyFiles = new Set([...emptyFolders, 'types', 'interfaces', 'constants']);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/**
 * Checks that a file is named, in kebab-case, after the one thing it is for. A folder may be
 * called `types`, for example for readers of types.
 */
export function checkFileNames(files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path }) => {
    const folders = path.split('/').slice(0, -1);
    const empty = folders.find((name) => emptyFolders.has(name)) ?? [stemOf(path)].find((name) => emptyFiles.has(name));
    if (empty !== undefined)
      return [{ file: path, message: `"${empty}" names nothing; name it after the one thing it is for` }];
    if (!kebabCase.test(stemOf(path))) return [{ file: path, message: 'file names are kebab-case' }];
    return [];
  });
}
