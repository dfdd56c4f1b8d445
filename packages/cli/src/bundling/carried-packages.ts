/**
 * Collects the packages that a plugin loads, as folders of a bundle: Node runs them there as it does where they are installed,
 * whatever files of their own they read.
 */
import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { CommandError } from '../failures/command-error.js';
import { parseJsonFile } from '@sigil/core/building';

/** The files of packages, by their paths in the bundle. */
export interface CarriedPackages {
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** Paths of native modules, which run only on this system. */
  readonly native: readonly string[];
}

/** The code of a plugin in a bundle, and the packages that it loads. */
export interface CarriedCode extends CarriedPackages {
  readonly code: string;
}

/** Files of a package that a program never reads. */
const unread = /\.(?:map|d\.[cm]?ts|tsbuildinfo)$|^(?:test|tests|__tests__)\//i;

/** The host contains its own. */
const supplied = '@sigil/core';

/** Strings of a plugin's code that lead out of its folder: imports, and the places of linked packages' files. */
const outside =
  /(\b(?:import|__require|require|__sigil_(?:meta_of|import_from|require_from))\(")(\.\.\/(?:\.\.\/)+[^"\n]+)(")/g;

/**
 * Collects a plugin's packages. What linked packages load comes along beside the plugin, with the code changed to find it there.
 *
 * @param names the packages that the code imports from the plugin's folder
 * @param place of the plugin in the bundle; its code is in `dist`
 * @throws CommandError when one of them is not installed
 */
export async function carryPlugin(
  folder: string,
  { code, names, place }: { readonly code: string; readonly names: readonly string[]; readonly place: string },
): Promise<CarriedCode> {
  const carrier = new Carrier();
  const declared = (await neededBy(folder)).filter(({ name }) => names.includes(name) || !isLinked(folder, name));
  // The build has found what the code needs at once; the rest may be missing until it is asked for.
  const imported = names.map((name) => ({ name, isOptional: true }));
  for (const needed of [...declared, ...imported]) await carrier.carry(needed, { folder, place });

  const linked = [...new Set([...code.matchAll(outside)].map((match) => match[2]!))].sort();
  const moved = new Map<string, string>();
  for (const [index, path] of linked.entries()) {
    const target = resolve(folder, 'dist', path);
    if (!relative(folder, target).startsWith('..')) continue;
    moved.set(path, `../${await carrier.carryFile(target, { place, folder: `linked/${index}` })}`);
  }
  const changed = code.replace(outside, (text, start: string, path: string, end: string) =>
    moved.has(path) ? `${start}${moved.get(path)}${end}` : text,
  );
  return {
    code: changed,
    files: carrier.files,
    native: Object.keys(carrier.files).filter((path) => path.endsWith('.node')),
  };
}

interface NeededPackage {
  readonly name: string;
  /** Whether it may be missing. */
  readonly isOptional: boolean;
}

/** The folder of a package or of the plugin, and its place in the bundle. */
interface Needer {
  readonly folder: string;
  readonly place: string;
}

class Carrier {
  readonly files: Record<string, Uint8Array> = {};
  /** The folders of packages by place. */
  readonly #taken = new Map<string, string>();
  readonly #linked = new Map<string, string>();

  /** Carries a package with all that it needs; a second version goes into the folder of the package that needs it. */
  async carry({ name, isOptional }: NeededPackage, needer: Needer): Promise<void> {
    const folder = findPackage(name, needer.folder);
    if (folder === undefined) {
      if (isOptional) return;
      throw new CommandError(`the package "${name}" is not installed; run npm install`);
    }
    const found = this.#findFrom(needer.place, name);
    if (found !== undefined && this.#taken.get(found) === folder) return;
    const root = needer.place.split('/node_modules/')[0]!;
    await this.#carryFolder(folder, `${found === undefined ? root : needer.place}/node_modules/${name}`);
  }

  /** Carries the package of a file. @returns the file's path from the plugin's place */
  async carryFile(file: string, at: { readonly place: string; readonly folder: string }): Promise<string> {
    const folder = packageOf(file);
    const carried = [...this.#taken].find(([, taken]) => taken === folder)?.[0].slice(at.place.length + 1);
    const known = this.#linked.get(folder) ?? carried;
    const own = known ?? `${at.folder}/${folder.split(sep).includes('node_modules') ? 'node_modules/' : ''}package`;
    if (known === undefined) {
      this.#linked.set(folder, own);
      await this.#carryFolder(folder, `${at.place}/${own}`);
    }
    return `${own}/${relative(folder, file).replaceAll('\\', '/')}`;
  }

  async #carryFolder(folder: string, place: string): Promise<void> {
    this.#taken.set(place, folder);
    for (const path of await filesIn(folder)) {
      if (!unread.test(path)) this.files[`${place}/${path}`] = await readFile(join(folder, path));
    }
    for (const needed of await neededBy(folder)) await this.carry(needed, { folder, place });
  }

  /** Returns the place where Node would find a package from another. */
  #findFrom(place: string, name: string): string | undefined {
    for (let at = place; at.includes('/'); at = at.slice(0, at.lastIndexOf('/'))) {
      const own = `${at}/node_modules/${name}`;
      if (this.#taken.has(own)) return own;
    }
    return undefined;
  }
}

/** Returns the real folder of a package, as Node would find it from `from`. */
function findPackage(name: string, from: string): string | undefined {
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder);
    if (dirname(place) === place) return undefined;
  }
}

/** Returns the folder of the package that a file belongs to. */
function packageOf(file: string): string {
  const [, installed] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file) ?? [];
  if (installed !== undefined) return installed;
  for (let place = dirname(file); dirname(place) !== place; place = dirname(place)) {
    if (existsSync(join(place, 'package.json'))) return place;
  }
  return dirname(file);
}

/** Returns whether a package is a link to a folder outside of `node_modules`, whose code is part of the plugin's. */
function isLinked(folder: string, name: string): boolean {
  const found = findPackage(name, folder);
  return found !== undefined && !found.split(sep).includes('node_modules');
}

/** Returns the packages that a package.json needs at run time. */
async function neededBy(folder: string): Promise<readonly NeededPackage[]> {
  // Sound: npm installs no package without one, and these members are objects of strings.
  const content = parseJsonFile(await readFile(join(folder, 'package.json'), 'utf8')) as Partial<
    Record<'dependencies' | 'optionalDependencies' | 'peerDependencies', Readonly<Record<string, string>>>
  >;
  const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = content;
  const optional = { ...peerDependencies, ...optionalDependencies };
  return Object.keys({ ...dependencies, ...optional })
    .filter((name) => name !== supplied)
    .map((name) => ({ name, isOptional: name in optional }));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return paths.map((path) => path.replaceAll('\\', '/')).filter((path) => !/(?:^|\/)node_modules\//.test(path));
}
