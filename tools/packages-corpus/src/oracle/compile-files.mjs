/**
 * Compiles TypeScript file by file to ES modules, as `tsc` with `isolatedModules` does, without bundling.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync, copyFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';

/**
 * Compiles the sources of a plugin into its output folder, one file beside another as they are in `src`.
 *
 * @param {string} folder
 */
export function compileSources(folder) {
  const sources = join(folder, 'src');
  for (const entry of readdirSync(sources, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const from = join(entry.parentPath, entry.name);
    const to = join(folder, 'dist', relative(sources, from));
    mkdirSync(dirname(to), { recursive: true });
    if (/\.m?ts$/.test(entry.name)) writeFileSync(to.replace(/ts$/, 'js'), compileFile(from, optionsIn(folder)));
    else copyFileSync(from, to);
  }
}

/**
 * Returns the ES module that a TypeScript file becomes.
 *
 * @param {string} file
 * @param {ts.CompilerOptions} options
 * @returns {string}
 */
export function compileFile(file, options) {
  // Compiled alone, a file does not know its package.json, so its name says that it is an ES module.
  const fileName = file.replace(/(?<!m)ts$/, 'mts');
  return ts.transpileModule(readFileSync(file, 'utf8'), { fileName, compilerOptions: { ...options, noEmit: false } })
    .outputText;
}

/**
 * Reads the compiler options of a folder's tsconfig.json.
 *
 * @param {string} folder
 * @returns {ts.CompilerOptions}
 */
function optionsIn(folder) {
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), (path) => readFileSync(path, 'utf8'));
  return ts.convertCompilerOptionsFromJson(config?.compilerOptions ?? {}, folder).options;
}
