/**
 * Watches for a package that a plugin's code imports and that is not installed yet, so that the plugin serves once it is.
 */
import { dirname, isAbsolute, join } from 'node:path';
import type { Watch } from '../builds/build-source.js';
import { watchPath } from '../watching/watch-path.js';

const missingPackage = /Cannot find (?:package|module) '([^']+)'/;

export class MissingPackages {
  #watches: readonly Watch[] = [];

  /** @param onInstalled called when something appears where a package was missing */
  constructor(private readonly onInstalled: () => void) {}

  /** Watches the places of what the error says is missing, in place of what was watched before. */
  failed(error: unknown, codePath: string): void {
    this.close();
    const missing = findMissing(error);
    if (missing === undefined) return;
    this.#watches = placesOf(missing, codePath).map((path) => watchPath(path, this.onInstalled));
  }

  close(): void {
    for (const watch of this.#watches) watch.close();
    this.#watches = [];
  }
}

function findMissing(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = missingPackage.exec(cause.message)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Lists where Node looks for a package: beside the code, and in each folder above it. */
function placesOf(missing: string, codePath: string): string[] {
  if (isAbsolute(missing)) return [missing];
  const name = missing
    .split('/')
    .slice(0, missing.startsWith('@') ? 2 : 1)
    .join('/');
  return foldersAbove(codePath).map((folder) => join(folder, 'node_modules', name, 'package.json'));
}

function foldersAbove(path: string): string[] {
  const above = dirname(path);
  return above === path ? [] : [above, ...foldersAbove(above)];
}
