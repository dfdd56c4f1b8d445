/**
 * Finds the plugin that somebody means: by the name of its folder or its project, or by the folder itself.
 */
import { getProjects } from '@nx/devkit';

const home = 'apps/server/plugins';

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} plugin
 * @returns {string} its folder, from the workspace's root
 * @throws Error naming those there are
 */
export function requirePlugin(tree, plugin) {
  const typed = plugin.replace(/\/+$/, '');
  const folder = [`${home}/${typed}`, typed].find((path) => tree.exists(`${path}/package.json`));
  if (folder !== undefined && !folder.includes('..')) return folder;
  const projects = getProjects(tree);
  const project = projects.get(typed) ?? projects.get(`@sigil-plugins/${typed}`);
  if (project) return project.root;
  const known = tree.exists(home) ? tree.children(home).filter((name) => !tree.isFile(`${home}/${name}`)) : [];
  throw new Error(`there is no plugin "${plugin}": expected its name, its project or its folder; ${describe(known)}`);
}

/** @param {readonly string[]} known */
function describe(known) {
  return known.length === 0 ? `${home} has none` : `${home} has ${known.toSorted().join(', ')}`;
}
