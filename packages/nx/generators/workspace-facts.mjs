/**
 * Tells how a workspace does things, so that what is generated fits in: where packages live, what they are called, how they are compiled.
 */
import { getProjects, readJson, readNxJson } from '@nx/devkit';
import { parse } from 'yaml';

/** @typedef {import('@nx/devkit').Tree} Tree */

/**
 * The folder that gets new packages: the first whose sub-folders are packages, `packages` before others.
 *
 * @param {Tree} tree
 * @returns {string} from the workspace's root
 */
export function homeOfPackages(tree) {
  const homes = globsOfPackages(tree).flatMap((glob) => (/^[\w./-]+\/\*$/.test(glob) ? [glob.slice(0, -2)] : []));
  return homes.includes('packages') ? 'packages' : (homes[0] ?? 'packages');
}

/** @param {Tree} tree @returns {string[]} as the package manager has them */
function globsOfPackages(tree) {
  const { workspaces = [] } = readJson(tree, 'package.json');
  const named = Array.isArray(workspaces) ? workspaces : (workspaces.packages ?? []);
  const ofPnpm = parse(tree.read('pnpm-workspace.yaml', 'utf8') ?? '')?.packages ?? [];
  return [...named, ...ofPnpm];
}

/**
 * The scope of the workspace's own packages: that of its root.
 *
 * @param {Tree} tree
 * @returns {string | undefined} such as `@acme`
 */
export function scopeOf(tree) {
  const { name = '' } = readJson(tree, 'package.json');
  return /^(@[^/]+)\//.exec(name)?.[1];
}

/** True when each package is a project of `tsc --build` that the root's tsconfig.json refers to, as in Nx's TypeScript preset. @param {Tree} tree */
export function isBuiltByReferences(tree) {
  return (
    tree.exists('tsconfig.base.json') &&
    tree.exists('tsconfig.json') &&
    Array.isArray(readJson(tree, 'tsconfig.json').references)
  );
}

/** True when ESLint, and not oxlint, is the linter of the workspace. @param {Tree} tree */
export function hasEslint(tree) {
  const plugins = (readNxJson(tree)?.plugins ?? []).map((it) => (typeof it === 'string' ? it : it.plugin));
  const configurations = tree
    .children('.')
    .filter((name) => /^(eslint\.config\.[cm]?[jt]s|\.eslintrc(\..+)?)$/.test(name));
  return plugins.includes('@nx/eslint/plugin') || configurations.length > 0;
}

/** True when the package is a project of the workspace itself, which then needs no other copy. @param {Tree} tree @param {string} name */
export function isOwnPackage(tree, name) {
  return getProjects(tree).has(name);
}
