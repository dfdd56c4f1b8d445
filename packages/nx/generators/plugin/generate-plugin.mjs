/**
 * `nx g @sigil/nx:plugin`: writes a new plugin into the workspace, from the templates that `npm create @sigil` uses too.
 */
import { posix } from 'node:path';
import { formatFiles, getProjects, installPackagesTask, logger, offsetFromRoot, updateJson } from '@nx/devkit';
import { findDescriptionProblem, findNameProblem, renderPlugin } from '@sigil/create/templates';
import { generateInit } from '../init/generate-init.mjs';
import { readFolder } from '../read-folder.mjs';
import { version } from '../standalone-files.mjs';
import { homeOfPackages, isBuiltByReferences, isOwnPackage, scopeOf } from '../workspace-facts.mjs';
import { writeTsconfig, writeVitestConfig } from './write-settings.mjs';

/**
 * @typedef {import('@nx/devkit').Tree} Tree
 *
 * @typedef {object} PluginOptions
 * @property {string} name alone, or after its folder
 * @property {string} [directory]
 * @property {string} [folder] that contains the plugin's own folder
 * @property {string} [scope] such as `@acme`
 * @property {string} [description]
 * @property {import('@sigil/create/templates').TemplateName} [template]
 * @property {string} [tags] with commas between them
 * @property {'oxlint' | 'none'} [linter]
 * @property {boolean} [skipInstall]
 */

/**
 * @param {Tree} tree
 * @param {PluginOptions} options
 * @returns {Promise<import('@nx/devkit').GeneratorCallback>} links the package, and prints the next steps
 * @throws Error when the name or the folder is invalid; nothing is written then
 */
export async function generatePlugin(tree, options) {
  const { name, root, packageName } = readPlace(tree, options);
  const { description, template = 'full' } = options;
  const problem =
    findNameProblem(name) ?? (description === undefined ? undefined : findDescriptionProblem(description));
  if (problem !== undefined) throw new Error(problem);
  requireFree(tree, root, packageName);

  const install = await generateInit(tree, { linter: options.linter, skipFormat: true });
  const home = { version: isOwnPackage(tree, '@sigil/core') ? version : `^${version}`, packageName };
  for (const { path, text } of renderPlugin({ name, template, description, home })) tree.write(`${root}/${path}`, text);
  addTags(tree, root, options.tags);
  const toRoot = offsetFromRoot(root).replace(/\/$/, '');
  writeTsconfig(tree, root, toRoot);
  writeVitestConfig(tree, { root, toRoot, packageName });
  if (isBuiltByReferences(tree)) addReference(tree, root);
  await formatFiles(tree);
  return async () => {
    if (!options.skipInstall) {
      await install();
      installPackagesTask(tree, true);
    }
    logger.info(`\nNext: "npx nx dev ${packageName}" serves it, and again after each save;`);
    logger.info(`"npx nx run-many -t build typecheck lint test -p ${packageName}" checks it.`);
  };
}

/** @param {Tree} tree @param {PluginOptions} options */
function readPlace(tree, { name: typed, directory, folder, scope = scopeOf(tree) }) {
  const name = posix.basename(typed);
  const typedFolder = name === typed ? undefined : typed;
  const root = readFolder(directory ?? typedFolder ?? `${folder ?? homeOfPackages(tree)}/${name}`);
  return { name, root, packageName: scope ? `@${scope.replace(/^@/, '')}/${name}` : name };
}

/** @param {Tree} tree @param {string} root @param {string} packageName */
function requireFree(tree, root, packageName) {
  const [first] = tree.exists(root) ? tree.children(root) : [];
  if (tree.isFile(root)) throw new Error(`expected a folder for the plugin, got the file "${root}"`);
  if (first !== undefined) {
    throw new Error(`the folder "${root}" is not empty: it has "${first}"; choose another with --directory`);
  }
  const taken = getProjects(tree).get(packageName);
  if (taken) throw new Error(`there is a project "${packageName}" already, in "${taken.root}"; choose another name`);
}

/** @param {Tree} tree @param {string} root @param {string | undefined} tags */
function addTags(tree, root, tags = '') {
  const names = tags.split(',').flatMap((tag) => tag.trim() || []);
  if (names.length > 0) updateJson(tree, `${root}/package.json`, (manifest) => ({ ...manifest, nx: { tags: names } }));
}

/** Does the same as `nx sync`. @param {Tree} tree @param {string} root */
function addReference(tree, root) {
  updateJson(tree, 'tsconfig.json', (config) => ({
    ...config,
    references: [...config.references, { path: `./${root}` }],
  }));
}
