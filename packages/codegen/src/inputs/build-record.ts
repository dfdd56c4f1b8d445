/**
 * The record of a build beside its manifest: its inputs, its options and its warnings, so that another process can compare them without a
 * compiler whether the build is still that of the sources.
 *
 * The record names the files that were written, so one that is left over from an interrupted build belongs to no manifest.
 */
import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { isJsonObject } from '@sigil/core/building';
import type { Diagnostic } from '../model/diagnostic.js';
import {
  changedInputs,
  exists,
  hashFile,
  listSources,
  type BuildInputs,
  type ChangedInput,
  type HashFile,
  type SourceRoot,
} from './build-inputs.js';

/** The record's name in `dist`. */
export const recordFile = 'build-inputs.json';

/** The layout of the record; a record with another one is not read. */
const layout = 1;

/** A build and everything that it was made from. */
export interface BuildRecord {
  /** The version of the package that built it. */
  readonly builder: string;
  /** The options that change what a build writes or reports. */
  readonly options: string;
  /** The hash of each written file, by its name in `dist`. */
  readonly outputs: ReadonlyMap<string, string>;
  /** The warnings and notes of the build. */
  readonly diagnostics: readonly Diagnostic[];
  readonly inputs: BuildInputs;
}

/** The state of a plugin's build. */
export type BuildState =
  /** The record is absent for a build that was made elsewhere, without its sources. */
  | { readonly kind: 'fresh'; readonly record?: BuildRecord }
  /** There is no complete build, or none that says what it was made from. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'stale'; readonly change: ChangedInput };

/** Compares a plugin's build with its sources. A folder that has a build and no sources is fresh: it was built elsewhere. */
export function findBuildState(folder: string, hashOfFile: HashFile = hashFile): BuildState {
  const record = readRecord(folder);
  if (!record) return { kind: isForeign(folder) ? 'fresh' : 'unknown' };
  for (const [name, known] of record.outputs) {
    if (hashOfFile(join(folder, 'dist', name)) !== known) return { kind: 'unknown' };
  }
  if (!hasSources(folder, record)) return { kind: 'fresh', record };
  for (const change of changedInputs(record.inputs, hashOfFile)) return { kind: 'stale', change };
  return { kind: 'fresh', record };
}

/** Writes a record with paths relative to the plugin's folder, so that equal sources give equal records wherever they are. */
export function writeRecord(folder: string, record: BuildRecord): string {
  const { builder, options, outputs, diagnostics, inputs } = record;
  const name = (path: string): string => relative(folder, path).split(sep).join('/') || '.';
  const named = (map: ReadonlyMap<string, string>): object =>
    Object.fromEntries([...map].map(([path, value]) => [name(path), value]));
  return JSON.stringify({
    layout,
    builder,
    options,
    outputs: Object.fromEntries(outputs),
    diagnostics,
    files: named(inputs.files),
    missing: inputs.missing.map(name),
    links: Object.fromEntries([...inputs.links].map(([path, target]) => [name(path), name(target)])),
    roots: inputs.roots.map((root) => ({ ...root, folder: name(root.folder), ignored: root.ignored.map(name) })),
    folders: named(inputs.folders),
  });
}

/** Reads the record; `undefined` if there is none that this version understands. */
function readRecord(folder: string): BuildRecord | undefined {
  try {
    const read: unknown = JSON.parse(readFileSync(join(folder, 'dist', recordFile), 'utf8'));
    if (!isJsonObject(read) || read['layout'] !== layout) return undefined;
    return recordOf(folder, read as unknown as WrittenRecord); // sound: this layout is written only by `writeRecord`
  } catch {
    // Without a readable record nothing is known of the build.
    return undefined;
  }
}

interface WrittenRecord {
  readonly builder: string;
  readonly options: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
  readonly files: Readonly<Record<string, string>>;
  readonly missing: readonly string[];
  readonly links: Readonly<Record<string, string>>;
  readonly roots: readonly SourceRoot[];
  readonly folders: Readonly<Record<string, string>>;
}

function recordOf(folder: string, written: WrittenRecord): BuildRecord {
  const { builder, options, outputs, diagnostics, files, missing, links, roots, folders } = written;
  const place = (name: string): string => resolve(folder, name);
  const placed = (named: Readonly<Record<string, string>>): Map<string, string> =>
    new Map(Object.entries(named).map(([name, value]) => [place(name), value]));
  return {
    builder,
    options,
    diagnostics,
    outputs: new Map(Object.entries(outputs)),
    inputs: {
      files: placed(files),
      missing: missing.map(place),
      links: new Map(Object.entries(links).map(([name, target]) => [place(name), place(target)])),
      roots: roots.map((root) => ({ ...root, folder: place(root.folder), ignored: root.ignored.map(place) })),
      folders: placed(folders),
    },
  };
}

/** Returns whether a folder without a record has a build and nothing to build it from. */
function isForeign(folder: string): boolean {
  const output = join(folder, 'dist');
  if (!exists(join(output, 'manifest.json'))) return false;
  const sources = listSources({ folder, isRecursive: true, withJavaScript: false, ignored: [output] });
  return sources.every((path) => /\.d\.[cm]?ts$/.test(path));
}

/** Returns whether any source of the plugin's own is here: a published package or an image has only the build. */
function hasSources(folder: string, { inputs }: BuildRecord): boolean {
  const own = [...inputs.files.keys()].filter((path) => !relative(folder, path).startsWith('..'));
  return own.some((path) => /\.[cm]?[jt]sx?$/.test(path) && !path.includes('node_modules') && exists(path));
}
