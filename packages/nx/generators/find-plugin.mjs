/**
 * Finds a plugin by the name of its project, with or without a scope, or by its folder.
 */
import { getProjects, readJson } from '@nx/devkit';
import { homeOfPackages } from './workspace-facts.mjs';

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {string} plugin
 * @returns {string} its folder, from the workspace's root
 * @throws Error naming the existing plugins
 */
export function requirePlugin(tree, plugin) {
  const typed = plugin.replace(/\/+$/, '');
  const folder = [typed, `${homeOfPackages(tree)}/${typed}`].find((path) => tree.exists(`${path}/package.json`));
  if (folder !== undefined && !folder.includes('..')) return folder;
  const projects = [...getProjects(tree)].map(([name, { root }]) => ({ name, root }));
  const exact = projects.find(({ name }) => name === typed);
  if (exact) return exact.root;
  const alike = projects.filter(({ name, root }) => [name, root].some((it) => it.endsWith(`/${typed}`)));
  const [only, ...others] = alike;
  if (only && others.length === 0) return only.root;
  if (only) throw new Error(`"${plugin}" may be ${alike.map(({ root }) => root).join(' or ')}: give its folder`);
  const known = projects.filter(({ root }) => isPlugin(tree, root)).map(({ name }) => name);
  throw new Error(`there is no plugin "${plugin}": expected its name, its project or its folder; ${describe(known)}`);
}

/** @param {import('@nx/devkit').Tree} tree @param {string} root */
function isPlugin(tree, root) {
  return tree.exists(`${root}/package.json`) && readJson(tree, `${root}/package.json`).sigil?.plugin === true;
}

/** @param {readonly string[]} known */
function describe(known) {
  return known.length === 0 ? 'the workspace has none' : `the workspace has ${known.toSorted().join(', ')}`;
}
