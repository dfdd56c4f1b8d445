/**
 * Writes the JavaScript of a library or an app: one module for each entry of its `exports` and each of its programs.
 *
 * Runs in the package's folder, after the compiler has written the declarations. A few large modules
 * load much faster than many small ones. All modules are directly in `dist`, so a source that looks for
 * files beside itself must be directly in `src`.
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { entriesOf } from './entries-of.mjs';
import { mergeShared } from './merge-entries.mjs';
import { requirePackages } from './require-packages.mjs';

/**
 * Writes all modules, and deletes files that earlier builds left in `dist`.
 *
 * @param {string} folder the package's
 */
export async function bundleLibrary(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  /** @type {readonly string[]} */
  const programs = manifest.sigil?.programs ?? [];
  /** @type {readonly string[]} */
  const alone = manifest.sigil?.alone ?? [];
  const library = { folder, programs, alone, isForBrowsers: manifest.sigil?.isForBrowsers === true };
  const written = await Promise.all(entriesOf(manifest).map((sources) => bundleEntries(library, sources)));
  const sources = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' });
  const declarations = sources.map((path) => path.replace(/\.ts$/, '.d.ts'));
  const kept = new Set([...written.flat(), ...declarations]);
  sweep(join(folder, 'dist'), (path) => kept.has(path) || path.endsWith('.tsbuildinfo'));
}

/**
 * @param {{ folder: string, programs: readonly string[], alone: readonly string[], isForBrowsers: boolean }} library
 * @param {readonly string[]} sources
 * @returns {Promise<string[]>} the written files, relative to `dist`
 */
async function bundleEntries({ folder, programs, alone, isForBrowsers }, sources) {
  const isProgram = sources.every((source) => programs.includes(source));
  const { metafile, outputFiles } = await build({
    absWorkingDir: folder,
    entryPoints: sources.map((source) => ({ in: source, out: basename(source, '.ts') })),
    outdir: 'dist',
    bundle: true,
    // Code shared by several entries, and code loaded by `import()`, becomes a separate module.
    splitting: true,
    // Modules of exports keep these names but are changed below; a program must not load them in place of its own.
    chunkNames: isProgram ? 'program-[name]-[hash]' : '[name]-[hash]',
    format: 'esm',
    platform: isForBrowsers ? 'browser' : 'node',
    target: isForBrowsers ? 'es2022' : 'node20.19',
    packages: 'external',
    plugins: [
      { name: 'outside-sources', setup: keepOutsideSources },
      { name: 'modules-bundled-alone', setup: (bundler) => keepAlone(bundler, alone) },
      ...(isForBrowsers ? [] : [{ name: 'require-packages', setup: requirePackages }]),
    ],
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const texts = outputFiles.map(({ path, text }) => /** @type {const} */ ([relativePath(folder, path), text]));
  const entries = sources.map((source) => relativePath(folder, resolve(folder, source)));
  // Not merged for a program: modules loaded by `import()` would import it while it awaits them, and both would wait forever. Nor for
  // browsers: an entry would import another one, and with it packages that its users need not have.
  const kept = isProgram || isForBrowsers ? texts : [...(await mergeShared(metafile.outputs, new Map(texts), entries))];
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const [path, text] of kept) writeFileSync(join(folder, path), text);
  return kept.map(([path]) => relative('dist', path));
}

/** @param {string} folder @param {string} path */
function relativePath(folder, path) {
  return relative(folder, path).replaceAll('\\', '/');
}

/**
 * Leaves a file that is shipped beside `dist` in place: it may look for files beside itself.
 * @param {import('esbuild').PluginBuild} build
 */
function keepOutsideSources({ initialOptions: { absWorkingDir: folder = '' }, onResolve }) {
  onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
    const found = relativePath(folder, resolve(resolveDir, path));
    if (kind === 'entry-point' || found.startsWith('src/')) return undefined;
    return { path: `../${found}`, external: true };
  });
}

/**
 * Leaves the import of a module that is bundled alone as it is.
 * @param {import('esbuild').PluginBuild} bundler
 * @param {readonly string[]} alone
 */
function keepAlone({ initialOptions: { absWorkingDir: folder = '' }, onResolve }, alone) {
  onResolve({ filter: /^\./ }, ({ path, resolveDir, kind }) => {
    const found = relativePath(folder, resolve(resolveDir, path)).replace(/\.js$/, '.ts');
    if (kind === 'entry-point' || !alone.includes(found)) return undefined;
    return { path: `./${basename(path)}`, external: true };
  });
}

/** Deletes files, and folders that become empty. @param {string} folder @param {(path: string) => boolean} isKept */
function sweep(folder, isKept) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !isKept(relative(folder, path))) rmSync(path);
  }
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of folders.toSorted((a, b) => b.length - a.length)) {
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await bundleLibrary(process.cwd());
