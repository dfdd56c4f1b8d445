/**
 * Reads files below the folder of `mcps.source.json`, and never outside of it, even through links.
 */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** The folder that references are relative to. */
export interface McpsFolder {
  /** @throws Error with the reason when the path leads out of the folder or to nothing readable */
  read(path: string): Promise<Uint8Array>;
  /** Every requested file as an absolute path, found or not. */
  readonly files: ReadonlySet<string>;
  /** Returns the texts of the JSON files in the folder and below, without those of packages. Files that cannot be read are left out. */
  configurations(): Promise<readonly string[]>;
}

/** A path that leads to nothing. */
export class MissingFileError extends Error {}

/** Limits of what is read as configurations, since the folder may be a person's home: a folder of configurations has fewer and shorter ones. */
const most = { files: 1_000, folders: 200, bytes: 1024 * 1024 };

/** @param sourceFile the `mcps.source.json`, in the folder */
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
        throw new MissingFileError('names a file that is not there', { cause });
      });
      if (isOutside(await realpath(root), real)) throw new Error('leads out of the folder of mcps.source.json');
      return readFile(real).catch((cause: unknown) => {
        throw new Error('names a file that cannot be read', { cause });
      });
    },
    async configurations() {
      const paths = await findConfigurations(root);
      const texts = await Promise.all(paths.map((path) => readShort(path).catch(() => undefined)));
      return texts.filter((text) => text !== undefined);
    },
  };
}

/** Finds JSON files, but not in packages, which are no configuration, nor in hidden folders. */
async function findConfigurations(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [root];
  for (let folders = 0; waiting.length > 0 && folders < most.folders; folders++) {
    const folder = waiting.shift()!;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []); // it may be gone or unreadable
    const isPackage = entries.some(({ name }) => name === 'package.json');
    if (isPackage && folder !== root) continue;
    for (const entry of entries) {
      const { name } = entry;
      if (entry.isDirectory() && name !== 'node_modules' && !name.startsWith('.')) waiting.push(join(folder, name));
      else if (entry.isFile() && name.endsWith('.json') && !toolFiles.test(name)) found.push(join(folder, name));
    }
  }
  return found.slice(0, most.files);
}

async function readShort(path: string): Promise<string | undefined> {
  const { size } = await stat(path);
  return size > most.bytes ? undefined : readFile(path, 'utf8');
}

const toolFiles = /^(?:package|package-lock|tsconfig.*)\.json$/;

function isOutside(root: string, file: string): boolean {
  const way = relative(root, file);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}
