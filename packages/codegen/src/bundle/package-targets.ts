/**
 * Finds what decides where an import of a package leads: links to packages, and the files that an import looked for in vain.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseJsonFile } from '@sigil/core/building';

/**
 * @param specifier an import's text, such as `@org/words/deep`
 * @param from the folder of the importing file
 * @returns absolute paths: where Node would look for the package, its package.json, and the files that this names
 */
export function findPackageTargets(specifier: string, from: string): string[] {
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier];
  const places: string[] = [];
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', name);
    places.push(folder);
    if (existsSync(folder)) return [...places.slice(0, -1), join(folder, 'package.json'), ...targetsIn(folder)];
    if (dirname(place) === place) return places;
  }
}

/** Returns the folder or link in a `node_modules` above `from` by which Node finds the package of an import. */
export function findInstalledFolder(specifier: string, from: string): string | undefined {
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [specifier];
  for (let place = from; ; place = dirname(place)) {
    const folder = join(place, 'node_modules', name);
    if (existsSync(folder)) return folder;
    if (dirname(place) === place) return undefined;
  }
}

/** Returns every relative path in the members of a package.json that say where its code is. */
function targetsIn(folder: string): string[] {
  try {
    const { main, exports, types } = parseJsonFile(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      readonly [Member in 'main' | 'exports' | 'types']?: unknown;
    }; // sound: the members are checked below
    return textsIn([main, exports, types]).map((target) => join(folder, target));
  } catch {
    // A package.json that is missing or broken names no files; its own path is noted.
    return [];
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.includes('*') ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
