/**
 * The Nx plugin of this workspace: every project gets its targets from the files in its folder, so no project lists
 * them.
 *
 * Plain JavaScript, because Nx loads it before anything is built. The inference itself is in `infer-targets.mjs`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDecorated } from './find-decorated.mjs';
import { entriesOf } from './entries-of.mjs';
import { cliProject, inferTargets } from './infer-targets.mjs';

/** The plugin's name in Nx's messages. */
export const name = '@sigil/nx';

/** Folders in which every package is a project; elsewhere only plugins are. */
const projectFolder = /^(packages|apps|apps\/[^/]+\/plugins|tools)\/[^/]+$/;
const testFolder = /(^|\/)(test|fixtures|cases|expected)(\/|$)/;

/**
 * @typedef {object} Candidate
 * @property {string} packageFile relative to the workspace's root
 * @property {string} root its folder
 * @property {{ name?: string, sigil?: { plugin?: boolean } } & import('./entries-of.mjs').PackageFile} manifest
 * @property {ReadonlySet<string>} files names of the entries directly in the folder
 */

/** @type {import('@nx/devkit').CreateNodesV2} */
export const createNodesV2 = [
  '**/package.json',
  async (packageFiles, _options, context) => {
    const { workspaceRoot } = context;
    const isCommandBuiltHere = existsSync(join(workspaceRoot, 'packages/cli/package.json'));
    const candidates = packageFiles
      .filter((file) => dirname(file) !== '.' && !testFolder.test(file))
      .map((packageFile) => readCandidate(packageFile, workspaceRoot));
    const decorated = await findDecorated(
      candidates.filter(mayBePlugin).map(({ root }) => root),
      context,
    );

    return candidates.flatMap(({ packageFile, root, manifest, files }) => {
      const isPlugin = manifest.sigil?.plugin === true || decorated.has(root);
      if (!isPlugin && !projectFolder.test(root)) return [];
      const targets = inferTargets({
        root,
        files,
        isPlugin,
        isBundled: entriesOf(manifest).length > 0,
        isCommandBuiltHere,
      });
      const project = {
        targets,
        // Nx itself names only what is in the workspaces of npm.
        ...(!projectFolder.test(root) && manifest.name !== undefined && { name: manifest.name }),
        // Its manifest is written by the command, so a change of that is a change of the plugin's build.
        ...(isPlugin && isCommandBuiltHere && { implicitDependencies: [cliProject] }),
      };
      return [[packageFile, { projects: { [root]: project } }]];
    });
  },
];

/** @param {string} packageFile @param {string} workspaceRoot @returns {Candidate} */
function readCandidate(packageFile, workspaceRoot) {
  const root = dirname(packageFile);
  const manifest = JSON.parse(readFileSync(join(workspaceRoot, packageFile), 'utf8'));
  return { packageFile, root, manifest, files: new Set(readdirSync(join(workspaceRoot, root))) };
}

/** A package that says whether it is a plugin is taken at its word; a library is compiled, whatever it imports. @param {Candidate} candidate */
function mayBePlugin({ manifest, files }) {
  return manifest.sigil?.plugin === undefined && files.has('tsconfig.json') && !files.has('tsconfig.lib.json');
}
