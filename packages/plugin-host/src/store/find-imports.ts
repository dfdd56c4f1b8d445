/**
 * Finds the npm packages that a plugin's bundle imports where it runs.
 *
 * The bundle holds the plugin's own files and no packages. They are found in its text, so that none of its code runs.
 */
import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';

const imports = [
  /\b(?:__require|require|import)\(\s*(["'])([^"'\n]+)\1/g,
  /\bcreateRequire\)?\([^()]*\)(?:\.resolve)?\(\s*(["'])([^"'\n]+)\1/g,
];

/** The host supplies this package itself. */
const supplied = '@sigil/core';

/** Returns the names of the packages, sorted. */
export function findImports(code: string): readonly string[] {
  const specifiers = imports.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[2]!));
  const names = specifiers.filter((specifier) => !isBuiltin(specifier)).flatMap(packageOf);
  return [...new Set(names)].filter((name) => name !== supplied).sort();
}

/**
 * Returns the packages that are in no `node_modules` in which imports of the folder are resolved.
 *
 * @param folder absolute; need not exist
 */
export function findUnresolved(packages: readonly string[], folder: string): readonly string[] {
  const { resolve } = createRequire(join(folder, 'plugin.cjs'));
  return packages.filter((name) => !(resolve.paths(name) ?? []).some((place) => existsSync(join(place, name))));
}

/** Returns the package name at the start of an import; nothing for a path. */
function packageOf(specifier: string): string[] {
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*/i.exec(specifier)?.slice(0, 1) ?? [];
}
