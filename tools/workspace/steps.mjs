/**
 * The steps that a change must pass, in the order that is most useful to a developer: name and command.
 */

const nx = 'node_modules/nx/dist/bin/nx.js';

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {readonly string[]} args a script, relative to the workspace's root, and its arguments
 */

/**
 * The first steps, one after the other. The type check writes the declarations of all packages, so that the build, which would
 * write those of one package at a time, only has to write their JavaScript. Nothing reads a built example; CI builds those.
 *
 * @type {readonly Step[]}
 */
export const firstSteps = [
  { name: 'typecheck', args: ['tools/workspace/typecheck.mjs'] },
  { name: 'build', args: [nx, 'run-many', '-t', 'build', '--exclude=examples/*'] },
];

/**
 * The other steps besides the tests, all independent. CI checks the formatting: it takes a minute of two cores.
 *
 * @type {readonly Step[]}
 */
export const checkSteps = [
  { name: 'lint', args: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js', '--no-progress'] },
];

/**
 * The builds that precede the start of a program, by program: its JavaScript directly, or projects through Nx.
 *
 * @type {Readonly<Record<string, Step | ({ name: string } & import('./build-program.mjs').Program)>>}
 */
export const builds = {
  server: { name: 'the server and its plugins', program: 'apps/server', plugins: 'apps/server/plugins' },
  bench: buildOf('the generator and the command', '@sigil/codegen,@sigil/cli'),
  serving: buildOf('the packages that are benched', '@sigil/codegen,@sigil/server'),
  'openapi-corpus': buildOf('the command and the importer', '@sigil/cli,@sigil/openapi'),
  'migrate-corpus': buildOf('the command and the migration', '@sigil/cli,@sigil/migrate'),
  'packages-corpus': buildOf('the packages that build and host plugins', '@sigil/codegen,@sigil/plugin-host'),
  conformance: buildOf('the conformance fixture', '@sigil/conformance,apps/conformance/plugins/*,@sigil/server-app'),
};

/** @param {string} name @param {string} projects @returns {Step} */
function buildOf(name, projects) {
  return { name, args: [nx, 'run-many', '-t', 'build', `--projects=${projects}`] };
}

/** @param {string} reportFile where the counts are written, as JSON @returns {Step} */
export function testStep(reportFile) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  return { name: 'test', args: ['node_modules/vitest/vitest.mjs', 'run', ...reporters] };
}
