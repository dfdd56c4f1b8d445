/**
 * Determines whether Node runs a file as an ES module or as CommonJS, as TypeScript's output for sources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import { bundler } from './load-bundler.js';

/** The formats of Node's documentation. */
export type ModuleFormat = 'module' | 'commonjs';

/** The module settings with which TypeScript writes CommonJS into a package that is not `"type": "module"`. */
const followsPackage: ReadonlySet<ts.ModuleKind | undefined> = new Set([
  compiler.ModuleKind.CommonJS,
  compiler.ModuleKind.Node16,
  compiler.ModuleKind.Node18,
  compiler.ModuleKind.Node20,
  compiler.ModuleKind.NodeNext,
]);

/** Returns the format in which Node runs what TypeScript writes for a source. */
export function formatOfSource(file: string, { module }: ts.CompilerOptions): ModuleFormat {
  const byName = formatOfExtension(file);
  if (byName) return byName;
  const type = typeOfPackage(dirname(file));
  if (type === 'module') return 'module';
  return type === 'commonjs' || followsPackage.has(module) ? 'commonjs' : 'module';
}

/** A file of an installed package: how Node loads it, and whether `import name from` finds an export. */
export interface InstalledFile {
  readonly format: ModuleFormat;
  readonly hasDefault: boolean;
}

/**
 * Reads how Node loads a JavaScript or JSON file.
 *
 * @param path absolute, without symbolic links
 */
export async function readInstalledFile(path: string): Promise<InstalledFile> {
  const commonJs: InstalledFile = { format: 'commonjs', hasDefault: true };
  if (extname(path) === '.json') return { format: 'module', hasDefault: true };
  const declared = formatOfExtension(path) ?? typeOfPackage(dirname(path));
  if (declared === 'commonjs') return commonJs;
  // Without a declaration Node takes a file for an ES module if it has the syntax of one.
  if (declared === undefined && !/^\s*(?:import|export)\b/m.test(readFileSync(path, 'utf8'))) return commonJs;
  const { metafile } = await bundler.build({
    ...{ entryPoints: [path], bundle: false, write: false, metafile: true, logLevel: 'silent' },
    outdir: dirname(path),
  });
  const { exports = [], inputs = {} } = Object.values(metafile.outputs)[0] ?? {};
  const isModule =
    declared === 'module' || Object.keys(inputs).some((input) => metafile.inputs[input]?.format === 'esm');
  return isModule ? { format: 'module', hasDefault: exports.includes('default') } : commonJs;
}

function formatOfExtension(file: string): ModuleFormat | undefined {
  if (/\.m[jt]s$/.test(file)) return 'module';
  return /\.c[jt]s$/.test(file) ? 'commonjs' : undefined;
}

/** Returns the `type` of the package that a folder belongs to, if it has one. */
function typeOfPackage(folder: string): ModuleFormat | undefined {
  for (const [, { type }] of packagesAbove(folder)) return type === 'module' || type === 'commonjs' ? type : undefined;
  return undefined;
}

/** Returns the folder of the named package that a file belongs to, if any. */
export function packageFolderOf(file: string): string | undefined {
  for (const [folder, { name }] of packagesAbove(dirname(file))) if (typeof name === 'string') return folder;
  return undefined;
}

interface PackageFile {
  readonly name?: unknown;
  readonly type?: unknown;
}

/** Reads the package.json of the folder and of those above it, nearest first. */
function* packagesAbove(folder: string): Generator<readonly [string, PackageFile]> {
  for (let place = folder; ; place = dirname(place)) {
    const file = join(place, 'package.json');
    if (existsSync(file)) yield [place, readPackageFile(file)];
    if (dirname(place) === place) return;
  }
}

function readPackageFile(file: string): PackageFile {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) ?? {}) as PackageFile; // Sound: the members are checked where they are used.
  } catch {
    // Node refuses such a package when it is loaded.
    return {};
  }
}
