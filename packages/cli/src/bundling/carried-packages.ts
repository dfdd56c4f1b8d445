/**
 * Collects packages that a bundle carries as folders, since they read their own files and cannot be part of one file.
 */
import { readdir, readFile, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { CommandError } from '../failures/command-error.js';

/** The files of packages, by their paths in the bundle. */
export interface CarriedPackages {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Paths of native modules, which run only on this system. */
  readonly native: readonly string[];
}

/** Files of a package that a program never reads. */
const unread = /\.(?:map|md|markdown|d\.[cm]?ts|tsbuildinfo)$|(?:^|\/)(?:test|tests|__tests__|docs|examples)\//i;

/** Returns whether a package has files that a bundler leaves behind: WebAssembly, or a native module. */
export async function hasOwnFiles(folder: string): Promise<boolean> {
  return (await filesIn(folder)).some((path) => /\.(?:wasm|node)$/.test(path));
}

/** Returns the folder of a package, as Node would find it from `from`. @throws CommandError when it is not installed */
export async function findPackage(name: string, from: string): Promise<string> {
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', name);
    if (
      await stat(join(folder, 'package.json')).then(
        () => true,
        () => false,
      )
    )
      return folder;
    if (dirname(place) === place) throw new CommandError(`the package "${name}" is not installed; run npm install`);
  }
}

/** Returns the packages that a package.json needs at run time. */
export async function dependenciesOf(folder: string): Promise<string[]> {
  // Sound: npm installs no package without one, and its dependencies are an object of strings.
  const { dependencies = {} } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  return Object.keys(dependencies).filter((name) => name !== '@sigil/core');
}

/**
 * Collects packages with all their dependencies, side by side; a second version of a package goes
 * into the folder of the package that needs it.
 *
 * @param from the folder that needs them
 * @param place the path of `node_modules` in the bundle
 */
export async function carryPackages(names: readonly string[], from: string, place: string): Promise<CarriedPackages> {
  const taken = new Map<string, string>();
  const files: Record<string, Uint8Array> = {};
  const carry = async (name: string, needer: { readonly folder: string; readonly place: string }): Promise<void> => {
    const folder = await findPackage(name, needer.folder);
    const outer = `${place}/${name}`;
    if (taken.get(outer) === folder) return;
    const own = taken.has(outer) ? `${needer.place}/node_modules/${name}` : outer;
    taken.set(own, folder);
    for (const path of await filesIn(folder)) {
      if (!unread.test(path)) files[`${own}/${path}`] = await readFile(join(folder, path));
    }
    for (const needed of await dependenciesOf(folder)) await carry(needed, { folder, place: own });
  };
  for (const name of names) await carry(name, { folder: from, place: dirname(place) });
  return { files, native: Object.keys(files).filter((path) => path.endsWith('.node')) };
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.map((path) => path.replaceAll('\\', '/')).filter((path) => !/(?:^|\/)node_modules\//.test(path));
}
