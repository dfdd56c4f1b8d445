/**
 * Reads files below the folder of `mcps.source.json`, and never outside of it, even through links.
 */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The folder that references are relative to. */
export interface McpsFolder {
  /** @throws Error in words when the path leads out of the folder or to nothing readable */
  read(path: string): Promise<Uint8Array>;
  /** Every requested file as an absolute path, found or not. */
  readonly files: ReadonlySet<string>;
}

export function openMcpsFolder(sourceFile: string): McpsFolder {
  const root = dirname(resolve(sourceFile));
  const files = new Set<string>([resolve(sourceFile)]);
  return {
    files,
    async read(path) {
      const file = join(root, path);
      if (path.includes('\0') || isAbsolute(path) || isOutside(root, file)) {
        throw new Error('must be a path below the folder of mcps.source.json');
      }
      files.add(file);
      const real = await realpath(file).catch((cause: unknown) => {
        throw new Error('names a file that is not there', { cause });
      });
      if (isOutside(await realpath(root), real)) throw new Error('leads out of the folder of mcps.source.json');
      return readFile(real).catch((cause: unknown) => {
        throw new Error('names a file that cannot be read', { cause });
      });
    },
  };
}

function isOutside(root: string, file: string): boolean {
  const way = relative(root, file);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}
