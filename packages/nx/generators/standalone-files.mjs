/**
 * Lists the tools and compiler options that a plugin needs: those of a plugin outside any workspace.
 */
import { createRequire } from 'node:module';
import { renderPlugin } from '@sigil/create/templates';

/** The version of our packages. @type {{ version: string }} */
export const { version } = createRequire(import.meta.url)('@sigil/create/package.json');

/** @returns {Readonly<Record<string, string>>} the tools, with working versions */
export function neededTools() {
  return readStandalone('package.json').devDependencies;
}

/** @returns {Readonly<Record<string, unknown>>} */
export function neededCompilerOptions() {
  return readStandalone('tsconfig.json').compilerOptions;
}

/** @param {string} path */
function readStandalone(path) {
  const files = renderPlugin({ name: 'any', template: 'tool', home: { version: `^${version}` } });
  return JSON.parse(files.find((file) => file.path === path)?.text ?? '{}');
}
