/**
 * Finds the linked packages that an installed package imports too. Node loads these, so that the plugin and the installed package
 * have one instance of them, as they have under Node; in a bundle it would be a second one.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { parseJsonFile } from '@sigil/core/building';

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, unknown>>;
  readonly peerDependencies?: Readonly<Record<string, unknown>>;
  readonly optionalDependencies?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the folders of linked packages on which an installed package depends that the plugin or a linked package can import.
 *
 * @param folder of the plugin, absolute and without symbolic links
 */
export function findSharedPackages(folder: string): ReadonlySet<string> {
  const shared = new Set<string>();
  const seen = new Set([folder]);
  const waiting = [folder];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const name of dependenciesOf(at)) {
      const found = findPackage(name, at);
      if (found === undefined) continue;
      if (isInstalled(at) && !isInstalled(found) && found !== folder) shared.add(found);
      if (seen.has(found)) continue;
      seen.add(found);
      waiting.push(found);
    }
  }
  // The host passes core in, which only a bundle can be given.
  return new Set([...shared].filter((place) => !dependenciesOf(place).includes('@sigil/core')));
}

function dependenciesOf(folder: string): readonly string[] {
  const { dependencies, peerDependencies, optionalDependencies, devDependencies } = readPackage(folder);
  const own = isInstalled(folder) ? {} : devDependencies;
  return Object.keys({ ...dependencies, ...peerDependencies, ...optionalDependencies, ...own });
}

function readPackage(folder: string): PackageFile {
  try {
    return (parseJsonFile(readFileSync(join(folder, 'package.json'), 'utf8')) ?? {}) as PackageFile; // Sound: only keys of members are read.
  } catch {
    // Node refuses such a package when it is loaded.
    return {};
  }
}

/** Returns the folder, without symbolic links, in which Node finds a package that a file in `from` imports. */
function findPackage(name: string, from: string): string | undefined {
  for (let place = from; ; place = dirname(place)) {
    const found = join(place, 'node_modules', name);
    if (existsSync(found)) return realpathSync(found);
    if (dirname(place) === place) return undefined;
  }
}

function isInstalled(folder: string): boolean {
  return folder.split(sep).includes('node_modules');
}
