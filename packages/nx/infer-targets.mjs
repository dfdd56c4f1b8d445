/**
 * Determines the targets of a plugin from the files in its folder and the tools of the workspace.
 *
 * Commands are bare names: Nx puts `node_modules/.bin` of the project and of the workspace on their path.
 */

/** The package that has the `sigil` command. */
export const commandPackage = '@sigil/cli';

/**
 * @typedef {import('nx/src/config/workspace-json-project-json.js').TargetConfiguration} Target
 *
 * @typedef {object} TargetNames under which Nx offers each target; options of the plugin in nx.json
 * @property {string} [buildTargetName]
 * @property {string} [devTargetName]
 * @property {string} [serveTargetName]
 * @property {string} [typecheckTargetName]
 * @property {string} [testTargetName]
 * @property {string} [lintTargetName]
 *
 * @typedef {object} WorkspaceTools
 * @property {ReadonlySet<string>} packages the dependencies of the workspace's package.json
 * @property {boolean} hasProductionInputs whether nx.json names the inputs `production`
 * @property {boolean} isTypechecked whether another plugin of Nx infers type checks from each tsconfig.json
 * @property {string | undefined} commandProject the project with the command, if it is built in the workspace itself
 *
 * @typedef {object} PluginFolder
 * @property {string} root the folder, relative to the workspace's root
 * @property {ReadonlySet<string>} files names of the entries directly in the folder
 * @property {WorkspaceTools} tools
 */

/**
 * Returns the targets of one plugin, by name. Leaves out a target whose file or tool is missing.
 *
 * @param {PluginFolder} plugin
 * @param {TargetNames} [names]
 * @returns {Record<string, Target>}
 */
export function inferTargets(plugin, names = {}) {
  const { files, tools } = plugin;
  const build = names.buildTargetName ?? 'build';
  const compiler = ['@typescript/native', 'typescript'].find((name) => tools.packages.has(name));
  const isChecked = compiler !== undefined && files.has('tsconfig.json') && !tools.isTypechecked;
  return {
    [build]: buildPlugin(plugin),
    [names.devTargetName ?? 'dev']: serve(plugin, 'dev', beforeSigil(tools)),
    [names.serveTargetName ?? 'serve']: serve(plugin, 'serve', [build]),
    ...(isChecked && { [names.typecheckTargetName ?? 'typecheck']: checkTypes(plugin, compiler) }),
    ...(files.has('vitest.config.ts') && { [names.testTargetName ?? 'test']: runTests(plugin) }),
    ...(tools.packages.has('oxlint') && { [names.lintTargetName ?? 'lint']: lint(plugin) }),
  };
}

/** The module that a build writes for views. */
const viewTools = '{projectRoot}/views/tools.generated.ts';

/** @param {PluginFolder} plugin @returns {Target} */
function buildPlugin({ root, tools }) {
  const sources = tools.hasProductionInputs ? ['production', '^production'] : ['default', '^default'];
  const command = tools.commandProject
    ? { dependentTasksOutputFiles: '**/*.js', transitive: true }
    : { externalDependencies: [commandPackage].filter((name) => tools.packages.has(name)) };
  return {
    ...runIn(root, 'sigil build .'),
    dependsOn: beforeSigil(tools),
    // Skills and views have files of any kind, which a workspace may leave out of its named inputs.
    inputs: [...sources, '{projectRoot}/skills/**/*', '{projectRoot}/views/**/*', `!${viewTools}`, command],
    outputs: ['{projectRoot}/dist', viewTools],
    metadata: { technologies: ['sigil'], description: 'Writes the manifest and the code of the plugin' },
  };
}

/**
 * Makes a target that runs until it is stopped. @param {PluginFolder} plugin @param {'dev' | 'serve'} command @param
 * {NonNullable<Target['dependsOn']>} dependsOn @returns {Target}
 */
function serve({ root }, command, dependsOn) {
  const description =
    command === 'dev' ? 'Serves the plugin, and again after each save' : 'Serves the plugin as it was built';
  return {
    command: `sigil ${command} .`,
    options: { cwd: root },
    continuous: true,
    cache: false,
    dependsOn,
    metadata: { technologies: ['sigil'], description },
  };
}

/** @param {WorkspaceTools} tools @returns {NonNullable<Target['dependsOn']>} */
function beforeSigil({ commandProject }) {
  return ['^build', ...(commandProject ? [{ projects: [commandProject], target: 'build' }] : [])];
}

/** @param {PluginFolder} plugin @param {string} compiler @returns {Target} */
function checkTypes({ root, tools }, compiler) {
  return {
    ...runIn(root, 'tsc -p tsconfig.json'),
    inputs: ['default', tools.hasProductionInputs ? '^production' : '^default', { externalDependencies: [compiler] }],
    outputs: [],
    metadata: { technologies: ['typescript'], description: 'Checks the types of the plugin and its tests' },
  };
}

/** @param {PluginFolder} plugin @returns {Target} */
function runTests({ root, tools }) {
  const runner = ['vitest'].filter((name) => tools.packages.has(name));
  return {
    ...runIn(root, 'vitest run'),
    inputs: ['default', tools.hasProductionInputs ? '^production' : '^default', { externalDependencies: runner }],
    outputs: ['{projectRoot}/coverage'],
    metadata: { technologies: ['vitest'], description: 'Runs the tests of the plugin' },
  };
}

/** @param {PluginFolder} plugin @returns {Target} */
function lint({ root }) {
  return {
    // In the root, which contains its configuration; a shell parses the command.
    command: `oxlint --deny-warnings ${quoted(root)}`,
    options: { cwd: '{workspaceRoot}' },
    cache: true,
    inputs: ['default', '{workspaceRoot}/.oxlintrc.json', { externalDependencies: ['oxlint'] }],
    outputs: [],
    metadata: { technologies: ['oxlint'], description: 'Lints the plugin' },
  };
}

/** Quotes a path, if needed, for every shell; the same on each machine, so that all share one cache. @param {string} path */
function quoted(path) {
  return /^[\w./@+-]+$/.test(path) ? path : `"${path.replace(/["$`\\]/g, String.raw`\$&`)}"`;
}

/** @param {string} root @param {string} command @returns {Target} */
function runIn(root, command) {
  return { command, options: { cwd: root }, cache: true };
}
