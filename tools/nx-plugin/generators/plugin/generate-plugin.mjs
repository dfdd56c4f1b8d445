/**
 * `nx g @sigil/nx:plugin`: writes a new plugin into the workspace, from the templates that `sigil new` has too.
 */
import { createRequire } from 'node:module';
import { formatFiles, getProjects, logger, offsetFromRoot } from '@nx/devkit';
import { findDescriptionProblem, findNameProblem, renderPlugin } from '@sigil/cli/templates';
import { readFolder } from '../read-folder.mjs';

/** @type {{ version: string }} */
const { version } = createRequire(import.meta.url)('@sigil/cli/package.json');

/**
 * @typedef {object} PluginOptions
 * @property {string} name
 * @property {string} [directory]
 * @property {string} [description]
 * @property {import('@sigil/cli/templates').TemplateName} [template]
 */

/**
 * @param {import('@nx/devkit').Tree} tree
 * @param {PluginOptions} options
 * @returns {Promise<import('@nx/devkit').GeneratorCallback>} says what to do next
 * @throws Error when the name or the folder will not do; nothing is written then
 */
export async function generatePlugin(tree, { name, directory, description, template = 'full' }) {
  const problem =
    findNameProblem(name) ?? (description === undefined ? undefined : findDescriptionProblem(description));
  if (problem !== undefined) throw new Error(problem);
  const root = directory === undefined ? `apps/server/plugins/${name}` : readFolder(directory);
  requireFree(tree, root, `@sigil-plugins/${name}`);

  const toRoot = offsetFromRoot(root).replace(/\/$/, '');
  for (const { path, text } of renderPlugin({ name, template, description, home: { version, toRoot } })) {
    tree.write(`${root}/${path}`, text);
  }
  await formatFiles(tree);
  return () => {
    logger.info(`\nNext: "npm install" links @sigil-plugins/${name} and notes it in package-lock.json,`);
    logger.info(`"npx nx dev @sigil-plugins/${name}" serves it, and again after each save.`);
  };
}

/** @param {import('@nx/devkit').Tree} tree @param {string} root @param {string} project */
function requireFree(tree, root, project) {
  const [first] = tree.exists(root) ? tree.children(root) : [];
  if (tree.isFile(root)) throw new Error(`expected a folder for the plugin, got the file "${root}"`);
  if (first !== undefined) {
    throw new Error(`the folder "${root}" is not empty: it has "${first}"; choose another with --directory`);
  }
  const taken = getProjects(tree).get(project);
  if (taken) throw new Error(`there is a project "${project}" already, in "${taken.root}"; choose another name`);
}
