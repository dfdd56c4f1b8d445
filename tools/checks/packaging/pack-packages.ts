/**
 * Packs every public package of the workspace as `npm publish` would.
 */
import { join } from 'node:path';
import { readWorkspace, workspaceRoot } from '../src/workspace/read-workspace.ts';
import type { WorkspacePackage } from '../src/workspace/workspace.ts';
import { runProgram } from './run-program.ts';

/** One tarball, and what is in it. */
export interface PackedPackage {
  readonly name: string;
  /** Absolute path of the tarball. */
  readonly tarball: string;
  /** The files that its `exports` name for users, without sources. */
  readonly entries: readonly string[];
  /** Every path inside, relative to the package's root. */
  readonly files: readonly string[];
}

/** The condition for sources, which are not published: used only in this workspace. */
const sourceCondition = '@sigil/source';

interface PackReport {
  readonly name: string;
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

/**
 * @param folder for the tarballs
 * @throws Error with npm's own message when a package cannot be packed
 */
export async function packPackages(folder: string): Promise<PackedPackage[]> {
  const names = publicPackageNames();
  const workspaces = names.map((name) => `--workspace=${name}`);
  const command = ['npm', 'pack', '--json', '--ignore-scripts', `--pack-destination=${folder}`, ...workspaces];
  const { exitCode, stdout, output } = await runProgram(command, workspaceRoot);
  if (exitCode !== 0) throw new Error(`npm pack failed:\n${output}`);
  const reports = JSON.parse(stdout) as readonly PackReport[]; // sound: npm's documented report
  return reports.map(({ name, filename, files }) => ({
    name,
    tarball: join(folder, filename),
    entries: entriesOf(name),
    files: files.map(({ path }) => path),
  }));
}

/** Returns the published packages: all that are not private. */
export function publicPackageNames(): string[] {
  return publicPackages().map(({ manifest }) => manifest.name);
}

function publicPackages(): WorkspacePackage[] {
  return readWorkspace().packages.filter(({ manifest }) => !manifest.private);
}

function entriesOf(name: string): string[] {
  const exports = publicPackages().find(({ manifest }) => manifest.name === name)?.manifest.exports ?? {};
  return Object.values(exports)
    .flatMap((target) => Object.entries(typeof target === 'string' ? { default: target } : { ...target }))
    .flatMap(([condition, path]) =>
      condition !== sourceCondition && typeof path === 'string' ? [path.replace(/^\.\//, '')] : [],
    );
}
