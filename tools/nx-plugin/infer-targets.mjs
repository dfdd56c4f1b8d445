/**
 * Decides a project's targets from what its folder holds.
 *
 * Libraries and apps have `tsconfig.lib.json`; plugins are built by the `sigil` command; tools run from their sources.
 */

/** The project that has the `sigil` command. */
export const cliProject = '@sigil/cli';

const compiler = 'node_modules/@typescript/native/bin/tsc';
const bundler = 'tools/nx-plugin/bundle-library.mjs';
const bundlerSources = '{workspaceRoot}/tools/nx-plugin/{bundle-library,entries-of,require-packages}.mjs';

/**
 * @typedef {import('nx/src/config/workspace-json-project-json.js').TargetConfiguration} Target
 *
 * @typedef {object} ProjectFolder
 * @property {string} root the folder, relative to the workspace's root
 * @property {ReadonlySet<string>} files names of the entries directly in the folder
 * @property {boolean} isPlugin whether its package.json says `"sigil": { "plugin": true }`, or its sources import the decorators
 * @property {boolean} isBundled whether its package.json names entries, so that its JavaScript is written by the bundler
 * @property {boolean} isCommandBuiltHere whether the `sigil` command is a project of this workspace, or installed
 */

/**
 * The targets of one project, by name. A target is left out when the folder lacks the file it works on.
 *
 * @param {ProjectFolder} project
 * @returns {Record<string, Target>}
 */
export function inferTargets(project) {
  const isLibrary = project.files.has('tsconfig.lib.json');
  return {
    ...(isLibrary && { build: compileLibrary(project) }),
    ...(project.isPlugin && { build: buildPlugin(project), dev: developPlugin(project) }),
    ...(project.files.has('tsconfig.json') && { typecheck: isLibrary ? checkLibrary(project) : checkSources(project) }),
    ...(project.files.has('vitest.config.ts') && { test: runTests(project) }),
    lint: lintSources(project),
  };
}

/** For a package that the bundler writes, the compiler writes declarations only. @param {ProjectFolder} project @returns {Target} */
function compileLibrary(project) {
  const compile = `node ${up(project)}/${compiler} --build tsconfig.lib.json`;
  const bundle = `node ${up(project)}/${bundler}`;
  return {
    ...runIn(project, project.isBundled ? `${compile} && ${bundle}` : compile),
    dependsOn: ['^build'],
    inputs: [
      'production',
      '^production',
      ...(project.isBundled ? [bundlerSources] : []),
      { externalDependencies: ['@typescript/native', ...(project.isBundled ? ['esbuild'] : [])] },
    ],
    outputs: ['{projectRoot}/dist'],
  };
}

/** @param {ProjectFolder} project @returns {Target} */
function buildPlugin(project) {
  return {
    ...runIn(project, `${sigil(project)} build .`),
    dependsOn: beforeSigil(project),
    inputs: ['production', '^production', { dependentTasksOutputFiles: '**/*.js', transitive: true }],
    outputs: ['{projectRoot}/dist'],
  };
}

/** Serves the plugin, and again after each save, until it is ended. @param {ProjectFolder} project @returns {Target} */
function developPlugin(project) {
  const command = `${sigil(project)} dev .`;
  return { command, options: { cwd: project.root }, continuous: true, cache: false, dependsOn: beforeSigil(project) };
}

/** @param {ProjectFolder} project how the command is called from its folder */
function sigil(project) {
  const command = project.isCommandBuiltHere ? 'packages/cli/dist/main.js' : 'node_modules/@sigil/cli/bin/sigil.mjs';
  return `node ${up(project)}/${command}`;
}

/** @param {ProjectFolder} project @returns {NonNullable<Target['dependsOn']>} */
function beforeSigil(project) {
  return ['^build', ...(project.isCommandBuiltHere ? [{ projects: [cliProject], target: 'build' }] : [])];
}

/** @param {ProjectFolder} project @returns {Target} */
function checkLibrary(project) {
  return {
    ...runIn(project, `node ${up(project)}/${compiler} --build tsconfig.json`),
    dependsOn: ['build', '^build'],
    inputs: ['default', '^production', { externalDependencies: ['@typescript/native', 'vitest'] }],
    outputs: ['{projectRoot}/out-tsc'],
  };
}

/** @param {ProjectFolder} project @returns {Target} */
function checkSources(project) {
  return {
    ...runIn(project, `node ${up(project)}/${compiler} -p tsconfig.json`),
    inputs: ['default', '^production', { externalDependencies: ['@typescript/native', 'vitest'] }],
    outputs: [],
  };
}

/** @param {ProjectFolder} project @returns {Target} */
function runTests(project) {
  return {
    ...runIn(project, `node ${up(project)}/node_modules/vitest/vitest.mjs run`),
    inputs: ['default', '^production', { externalDependencies: ['vitest', 'vite'] }],
    outputs: ['{projectRoot}/coverage'],
  };
}

/** @param {ProjectFolder} project @returns {Target} */
function lintSources(project) {
  return {
    command: `node node_modules/oxlint/bin/oxlint --deny-warnings ${project.root}`,
    options: { cwd: '{workspaceRoot}' },
    cache: true,
    inputs: ['default', '{workspaceRoot}/.oxlintrc.json', { externalDependencies: ['oxlint'] }],
    outputs: [],
  };
}

/** @param {ProjectFolder} project @param {string} command @returns {Target} */
function runIn(project, command) {
  return { command, options: { cwd: project.root }, cache: true };
}

/** @param {ProjectFolder} project the way from its folder back to the workspace's root */
function up(project) {
  return project.root
    .split('/')
    .map(() => '..')
    .join('/');
}
