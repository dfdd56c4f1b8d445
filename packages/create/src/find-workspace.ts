/**
 * Finds the workspace of a package manager that a new folder belongs to, such as a server with its plugins.
 */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** The root of a workspace. */
export interface Workspace {
  readonly root: string;
  /** Whether it is a server, which serves its members. */
  readonly isServer: boolean;
}

/** @param folder absolute path, which need not exist yet @returns `undefined` if no folder above it names it as a member */
export function findWorkspace(folder: string): Workspace | undefined {
  for (let root = dirname(folder); ; root = dirname(root)) {
    const { workspaces, dependencies } = readPackage(root);
    const path = relative(root, folder).split(sep).join('/');
    if (Array.isArray(workspaces) && workspaces.some((pattern) => matches(path, String(pattern))))
      return { root, isServer: Object.hasOwn(Object(dependencies), '@sigil/server') };
    if (dirname(root) === root) return undefined;
  }
}

/** Knows the patterns that workspaces have: a path, and all folders in one. */
function matches(path: string, pattern: string): boolean {
  const plain = pattern.replace(/^\.\//, '').replace(/\/$/, '');
  return plain === path || (plain.endsWith('/*') && dirname(path) === plain.slice(0, -2));
}

function readPackage(folder: string): { readonly workspaces?: unknown; readonly dependencies?: unknown } {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as object;
  } catch {
    // No workspace can be read here.
    return {};
  }
}
