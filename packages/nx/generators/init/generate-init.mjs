/**
 * `nx g @sigil/nx:init`, which `nx add` runs: adds the dependencies that plugins need to the workspace, and lists them.
 */
import { addDependenciesToPackageJson, formatFiles, logger, readJson, readNxJson, updateNxJson } from '@nx/devkit';
import { neededTools } from '../standalone-files.mjs';
import { hasEslint, isOwnPackage } from '../workspace-facts.mjs';
import { refuseBuildOfEsbuild } from './refuse-build.mjs';

const ownName = '@sigil/nx';

/** The linter, and the compiler that checks types, each added if the workspace has none. */
const linter = { oxlint: '^1.89.0' };
const compiler = { typescript: '~6.0.3' };

/**
 * @typedef {import('@nx/devkit').Tree} Tree
 *
 * @typedef {object} InitOptions
 * @property {'oxlint' | 'none' | undefined} [linter]
 * @property {boolean} [skipFormat]
 */

/**
 * Adds only missing packages, whatever the version of existing ones.
 *
 * @param {Tree} tree
 * @param {InitOptions} [options]
 * @returns {Promise<import('@nx/devkit').GeneratorCallback>} installs what was added
 */
export async function generateInit(tree, options = {}) {
  addPlugin(tree);
  const missing = findMissing(tree, options);
  const install = addDependenciesToPackageJson(tree, {}, missing, undefined, true);
  refuseBuildOfEsbuild(tree);
  if (!options.skipFormat) await formatFiles(tree);
  return async () => {
    for (const line of describe(missing)) logger.info(line);
    await install();
  };
}

/** @param {Tree} tree */
function addPlugin(tree) {
  const configuration = readNxJson(tree) ?? {};
  const plugins = configuration.plugins ?? [];
  const isThere = plugins.some((it) => (typeof it === 'string' ? it : it.plugin) === ownName);
  if (!isThere) updateNxJson(tree, { ...configuration, plugins: [...plugins, ownName] });
}

/** @param {Tree} tree @param {InitOptions} options @returns {Record<string, string>} */
function findMissing(tree, { linter: wanted = hasEslint(tree) ? 'none' : 'oxlint' }) {
  const { dependencies, devDependencies } = readJson(tree, 'package.json');
  const known = { ...dependencies, ...devDependencies };
  const needed = { ...neededTools(), ...compiler, ...(wanted === 'oxlint' && linter) };
  return Object.fromEntries(
    Object.entries(needed).filter(([name]) => known[name] === undefined && !isOwnPackage(tree, name)),
  );
}

/** @param {Readonly<Record<string, string>>} missing @returns {string[]} */
function describe(missing) {
  const names = Object.keys(missing);
  return names.length === 0 ? [] : [`Plugins need these packages, which are installed now: ${names.join(', ')}.`];
}
