/**
 * Reads the real workspace from disk into the data the checks work on.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourceFile } from './source-file.ts';
import { layers, type Layer, type PackageManifest, type Workspace, type WorkspacePackage } from './workspace.ts';

/** The folder of the root package.json. */
export const workspaceRoot = fileURLToPath(new URL('../../../../', import.meta.url));

const packageFolders = ['packages', 'apps', 'apps/server/plugins', 'apps/conformance/plugins', 'tools', 'examples'];
const skippedFolders = new Set(['node_modules', 'dist', 'out-tsc', 'coverage', 'fixtures', 'cases', 'expected']);
const knownLayers: ReadonlySet<string> = new Set(layers);

/** @throws Error when a package has no tag `layer:…`, or more than one */
export function readWorkspace(): Workspace {
  const root = readManifest('package.json');
  return {
    packages: packageFolders.flatMap(readPackagesIn),
    sharedDevDependencies: new Set(Object.keys(root.devDependencies ?? {})),
  };
}

/** Reads every file under a folder of the workspace whose name ends in one of `endings`. */
export function readFilesIn(folder: string, endings: readonly string[]): SourceFile[] {
  return listFiles(folder)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map(readFile);
}

/** Reads one file of the workspace, by its path from the root. */
export function readFile(path: string): SourceFile {
  return { path, text: readText(path) };
}

function readPackagesIn(parent: string): WorkspacePackage[] {
  return listFolders(parent)
    .map((name) => `${parent}/${name}`)
    .filter((folder) => statSync(join(workspaceRoot, folder, 'package.json'), { throwIfNoEntry: false })?.isFile())
    .map(readPackage);
}

function readPackage(folder: string): WorkspacePackage {
  const manifest = readManifest(`${folder}/package.json`);
  return {
    folder,
    layer: readLayer(manifest),
    manifest,
    sources: readFilesIn(folder, ['.ts', '.tsx', '.mjs']).filter(({ path }) => belongsTo(folder, path)),
  };
}

/** Returns whether a file is a source of the package: not a type declaration, and not in a nested folder with a package.json. */
function belongsTo(folder: string, path: string): boolean {
  return !path.endsWith('.d.ts') && packageFolderOf(path) === folder;
}

/** Returns the nearest folder above a file that has a package.json. */
function packageFolderOf(path: string): string {
  const folder = path.slice(0, path.lastIndexOf('/'));
  return existsSync(join(workspaceRoot, folder, 'package.json')) ? folder : packageFolderOf(folder);
}

function readLayer(manifest: PackageManifest): Layer {
  const tags = (manifest.nx?.tags ?? []).filter((tag) => tag.startsWith('layer:'));
  const layer = tags.at(0)?.slice('layer:'.length);
  if (tags.length !== 1 || layer === undefined || !knownLayers.has(layer)) {
    throw new Error(
      `${manifest.name}: package.json must have one known tag "layer:…" in nx.tags, got [${tags.join(', ')}]`,
    );
  }
  return layer as Layer; // sound: the set holds only layers
}

function readManifest(path: string): PackageManifest {
  return JSON.parse(readText(path)) as PackageManifest; // sound enough: npm has read the same file before us
}

function readText(path: string): string {
  return readFileSync(join(workspaceRoot, path), 'utf8');
}

function listFolders(folder: string): string[] {
  return readdirSync(join(workspaceRoot, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .toSorted();
}

function listFiles(folder: string): string[] {
  const entries = readdirSync(join(workspaceRoot, folder), { withFileTypes: true });
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    if (!entry.isDirectory() || entry.name.startsWith('.') || skippedFolders.has(entry.name)) return [];
    return listFiles(path);
  });
}
