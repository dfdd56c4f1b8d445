/**
 * Refuses imports inside `packages/core` that point upwards or sideways between its folders.
 */
import { posix } from 'node:path';
import type { Problem } from '../problem.ts';
import { importsOf } from '../workspace/parse-source.ts';
import { isTestFile, type SourceFile } from '../workspace/source-file.ts';

const coreSources = 'packages/core/src/';

/** The floors from the top down; folders on one floor may not import each other. */
const floors: readonly (readonly string[])[] = [
  ['streaming'],
  ['engine'],
  ['operations'],
  ['tasks'],
  ['extensions'],
  ['interceptors'],
  ['calls'],
  ['asking'],
  ['revisions', 'catalog'],
  ['manifest', 'decorators'],
  ['stores'],
  ['json-rpc'],
  ['errors', 'callers'],
  ['model'],
];

/** Checks imports: a file in a folder of core may import its own folder and lower floors. Tests may import all of core. */
export function checkCoreFolders(files: readonly SourceFile[]): Problem[] {
  return files
    .filter(({ path }) => path.startsWith(coreSources) && !isTestFile(path))
    .flatMap((file) => checkFile(file));
}

function checkFile(file: SourceFile): Problem[] {
  const folder = folderOf(file.path);
  if (folder === undefined) return [];
  if (floorOf(folder) === -1)
    return [{ file: file.path, message: `folder "${folder}" has no floor in check-core-folders.ts` }];

  return importsOf(file)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .flatMap(({ specifier, line }) => {
      const target = folderOf(posix.join(posix.dirname(file.path), specifier));
      if (target === folder) return [];
      if (target !== undefined && floorOf(target) > floorOf(folder)) return [];
      return [
        { file: file.path, line, message: `"${folder}" may not import "${target ?? 'index'}": it is not further down` },
      ];
    });
}

/** Returns the folder directly under `src`; files in `src` itself are in none. */
function folderOf(path: string): string | undefined {
  const [folder, ...rest] = path.slice(coreSources.length).split('/');
  return rest.length > 0 ? folder : undefined;
}

function floorOf(folder: string): number {
  return floors.findIndex((floor) => floor.includes(folder));
}
