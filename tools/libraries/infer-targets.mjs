/**
 * Decides the targets of a package, an app or a tool of this workspace from the files in its folder.
 *
 * Libraries and apps have `tsconfig.lib.json`; tools run from their sources.
 */

const compiler = 'node_modules/@typescript/native/bin/tsc';
const bundler = 'tools/libraries/bundle-library.mjs';
const bundlerSources = '{workspaceRoot}/tools/libraries/{bundle-library,entries-of,merge-entries,require-packages}.mjs';

/**
 * @typedef {import('nx/src/config/workspace-json-project-json.js').TargetConfiguration} Target
 *
 * @typedef {object} ProjectFolder
 * @property {string} root the folder, relative to the workspace's root
 * @property {ReadonlySet<string>} files names of the entries directly in the folder
 * @property {boolean} isBundled whether its package.json names entries, so that its JavaScript is written by the bundler
 */

/**
 * Returns the targets of one project, by name. Leaves a target out when the folder lacks the file it works on.
 *
 * @param {ProjectFolder} project
 * @returns {Record<string, Target>}
 */
export function inferTargets(project) {
  const isLibrary = project.files.has('tsconfig.lib.json');
  return {
    ...(isLibrary && { build: compileLibrary(project) }),
    ...(project.files.has('tsconfig.json') && { typecheck: isLibrary ? checkLibrary(project) : checkSources(project) }),
    ...(project.files.has('vitest.config.ts') && { test: runTests(project) }),
    lint: lintSources(project),
  };
}

/**
 * Compiles a library; for a bundled package the compiler writes only declarations. A `build-assets.mjs` writes files for browsers.
 * @param {ProjectFolder} project
 * @returns {Target}
 */
function compileLibrary(project) {
  const compile = `node ${up(project)}/${compiler} --build tsconfig.lib.json`;
  const bundle = `node ${up(project)}/${bundler}`;
  const steps = [
    compile,
    ...(project.isBundled ? [bundle] : []),
    ...(project.files.has('build-assets.mjs') ? ['node build-assets.mjs'] : []),
  ];
  return {
    ...runIn(project, steps.join(' && ')),
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

/** @param {ProjectFolder} project the path from its folder back to the workspace's root */
function up(project) {
  return project.root
    .split('/')
    .map(() => '..')
    .join('/');
}
