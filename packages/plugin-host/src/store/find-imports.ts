/**
 * Finds the npm packages that a plugin's bundle leaves to be resolved where it runs.
 *
 * The bundle has the plugin's own files and none of its packages. Read from the text, so that nothing of it is run.
 */
import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';

const imports = [
  /\b(?:require|import)\(\s*(["'])([^"'\n]+)\1/g,
  /\bcreateRequire\)?\([^()]*\)(?:\.resolve)?\(\s*(["'])([^"'\n]+)\1/g,
];

/** The host supplies this one itself. */
const supplied = '@sigil/core';

/** The names of the packages, sorted. */
export function findImports(code: string): readonly string[] {
  const specifiers = imports.flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[2]!));
  const names = specifiers.filter((specifier) => !isBuiltin(specifier)).flatMap(packageOf);
  return [...new Set(names)].filter((name) => name !== supplied).sort();
}

/**
 * Those packages of which there is none in any `node_modules` that imports of the folder look into.
 *
 * @param folder absolute; need not exist
 */
export function findUnresolved(packages: readonly string[], folder: string): readonly string[] {
  const { resolve } = createRequire(join(folder, 'plugin.cjs'));
  return packages.filter((name) => !(resolve.paths(name) ?? []).some((place) => existsSync(join(place, name))));
}

/** The package's name at the front of what is imported; nothing for a path. */
function packageOf(specifier: string): string[] {
  return /^(?:@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*/i.exec(specifier)?.slice(0, 1) ?? [];
}
