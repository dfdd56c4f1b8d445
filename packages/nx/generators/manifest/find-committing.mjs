/**
 * Finds the plugins that commit their manifest, for review by people and for tools that build nothing.
 *
 * A plugin opts in with `"sigil": { "commitManifest": true }` in its package.json, or by having a `manifest.json` beside that.
 */
import { getProjects, readJson } from '@nx/devkit';

/**
 * @param {import('@nx/devkit').Tree} tree
 * @returns {string[]} their folders, from the workspace's root
 */
export function findCommitting(tree) {
  const roots = [...getProjects(tree).values()].map(({ root }) => root);
  return roots.filter((root) => isCommitting(tree, root)).toSorted();
}

/** @param {import('@nx/devkit').Tree} tree @param {string} root */
function isCommitting(tree, root) {
  const file = `${root}/package.json`;
  const plugin = tree.exists(file) ? readJson(tree, file).sigil : undefined;
  if (plugin?.commitManifest !== undefined) return plugin.commitManifest === true;
  return plugin?.plugin === true && tree.exists(`${root}/manifest.json`);
}
