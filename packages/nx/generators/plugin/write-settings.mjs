/**
 * Writes the settings of a new plugin for the compiler and the test runner, to fit its workspace.
 */
import { neededCompilerOptions } from '../standalone-files.mjs';
import { isBuiltByReferences } from '../workspace-facts.mjs';

/** @typedef {import('@nx/devkit').Tree} Tree */

/** Sets every option that plugins rely on, because a base may set it otherwise. @param {Tree} tree @param {string} root @param {string} toRoot */
export function writeTsconfig(tree, root, toRoot) {
  const { noEmit, ...needed } = neededCompilerOptions();
  const compilerOptions = { ...needed, ...(isBuiltByReferences(tree) ? declarationsOnly : nothing(noEmit)) };
  const base = tree.exists('tsconfig.base.json') ? { extends: `${toRoot}/tsconfig.base.json` } : {};
  const config = { ...base, compilerOptions, include: ['src/**/*.ts'] };
  tree.write(`${root}/tsconfig.json`, JSON.stringify(config));
}

/** A project of `tsc --build` has to write something; `sigil build` writes the code. */
const declarationsOnly = {
  composite: true,
  declaration: true,
  emitDeclarationOnly: true,
  importHelpers: false,
  rootDir: 'src',
  outDir: 'out-tsc',
  tsBuildInfoFile: 'out-tsc/tsconfig.tsbuildinfo',
};

/** @param {unknown} noEmit */
function nothing(noEmit) {
  return { composite: false, declaration: false, declarationMap: false, noEmit, allowImportingTsExtensions: true };
}

/** @param {Tree} tree @param {{ root: string, toRoot: string, packageName: string }} plugin */
export function writeVitestConfig(tree, { root, toRoot, packageName }) {
  const name = JSON.stringify(packageName);
  const isShared = /^export const shared\b/m.test(tree.read('vitest.shared.ts', 'utf8') ?? '');
  const lines = isShared
    ? [
        `import { sigil } from '@sigil/testing/vite';`,
        `import { defineProject, mergeConfig } from 'vitest/config';`,
        `import { shared } from '${toRoot}/vitest.shared.ts';`,
        '',
        `export default mergeConfig(shared, defineProject({ plugins: [sigil()], test: { name: ${name} } }));`,
      ]
    : [
        `import { sigil } from '@sigil/testing/vite';`,
        `import { defineConfig } from 'vitest/config';`,
        '',
        `export default defineConfig({ plugins: [sigil()], test: { name: ${name} } });`,
      ];
  tree.write(`${root}/vitest.config.ts`, `${lines.join('\n')}\n`);
}
