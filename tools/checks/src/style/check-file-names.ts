/**
 * Refuses file and folder names that say nothing about what is inside, and names that are not kebab-case.
 */
import type { Problem } from '../problem.ts';
import { type SourceFile, stemOf } from '../workspace/source-file.ts';

const emptyNames = new Set([
  'util',
  'utils',
  'helper',
  'helpers',
  'common',
  'misc',
  'types',
  'interfaces',
  'constants',
]);
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;

/** A file is named, in kebab-case, after the one thing it is for. */
export function checkFileNames(files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path }) => {
    const parts = [...path.split('/').slice(0, -1), stemOf(path)];
    const empty = parts.find((part) => emptyNames.has(part));
    if (empty !== undefined)
      return [{ file: path, message: `"${empty}" names nothing; name it after the one thing it is for` }];
    if (!kebabCase.test(stemOf(path))) return [{ file: path, message: 'file names are kebab-case' }];
    return [];
  });
}
