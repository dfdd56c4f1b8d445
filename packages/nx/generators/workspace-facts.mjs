/**
 * Determines the conventions of a workspace, so that generated files fit in: where packages are, how they are named, how they are
 * compiled.
 */
import { getProjects, readJson, readNxJson } from '@nx/devkit';
import { parse } from 'yaml';

/** @typedef {import('@nx/devkit').Tree} Tree */

/**
 * Returns the folder for new packages: the first whose sub-folders are packages, preferring `packages`.
 *
 * @param {Tree} tree
 * @returns {string} from the workspace's root
 */
export function homeOfPackages(tree) {
  const homes = globsOfPackages(tree).flatMap((glob) => (/^[\w./-]+\/\*$/.test(glob) ? [glob.slice(0, -2)] : []));
  return homes.includes('packages') ? 'packages' : (homes[0] ?? 'packages');
}

/** @param {Tree} tree @returns {string[]} as the package manager lists them */
function globsOfPackages(tree) {
  const { workspaces = [] } = readJson(tree, 'package.json');
  const named = Array.isArray(workspaces) ? workspaces : (workspaces.packages ?? []);
  const ofPnpm = parse(tree.read('pnpm-workspace.yaml', 'utf8') ?? '')?.packages ?? [];
  return [...named, ...ofPnpm];
}

/**
 * Returns the scope of the workspace's own packages: that of its root.
 *
 * @param {Tree} tree
 * @returns {string | undefined} such as `@acme`
 */
export function scopeOf(tree) {
  const { name = '' } = readJson(tree, 'package.json');
  return /^(@[^/]+)\//.exec(name)?.[1];
}

/**
 * Returns whether each package is a project of `tsc --build` that the root's tsconfig.json refers to, as in Nx's TypeScript
 * preset. @param {Tree} tree
 */
export function isBuiltByReferences(tree) {
  return (
    tree.exists('tsconfig.base.json') &&
    tree.exists('tsconfig.json') &&
    Array.isArray(readJson(tree, 'tsconfig.json').references)
  );
}

/** Returns whether the workspace's linter is ESLint rather than oxlint. @param {Tree} tree */
export function hasEslint(tree) {
  const plugins = (readNxJson(tree)?.plugins ?? []).map((it) => (typeof it === 'string' ? it : it.plugin));
  const configurations = tree
    .children('.')
    .filter((name) => /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\..+)?)$/.test(name));
  return plugins.includes('@nx/eslint/plugin') || configurations.length > 0;
}

/**
 * Returns whether the package is a project of the workspace itself, which then needs no other copy. @param {Tree} tree @param
 * {string} name
 */
export function isOwnPackage(tree, name) {
  return getProjects(tree).has(name);
}
