/**
 * Determines whether Node runs a file as an ES module or as CommonJS, as TypeScript's output for sources.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import { parseJsonFile } from '@sigil/core/building';

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

/** Returns the format that a JavaScript file's name or package says; undefined if Node decides by its syntax. */
export function declaredFormatOf(path: string): ModuleFormat | undefined {
  return formatOfExtension(path) ?? typeOfPackage(dirname(path));
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
    return (parseJsonFile(readFileSync(file, 'utf8')) ?? {}) as PackageFile; // Sound: the members are checked where they are used.
  } catch {
    // Node refuses such a package when it is loaded.
    return {};
  }
}
