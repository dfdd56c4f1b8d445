/**
 * The Nx plugin of Sigil: infers each plugin's targets from the files in its folder.
 *
 * Plain JavaScript, as published: Nx loads it before anything in the workspace is built. The inference is in `infer-targets.mjs`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDecorated } from './find-decorated.mjs';
import { commandPackage, inferTargets } from './infer-targets.mjs';

/** The plugin's name in Nx's messages. */
export const name = '@sigil/nx';

const testFolder = /(^|\/)(test|fixtures|cases|expected)(\/|$)/;

/**
 * @typedef {object} PackageFile
 * @property {string} [name]
 * @property {{ plugin?: boolean }} [sigil]
 * @property {{ name?: string }} [nx]
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [devDependencies]
 *
 * @typedef {object} Candidate
 * @property {string} packageFile relative to the workspace's root
 * @property {string} root its folder
 * @property {PackageFile} manifest
 * @property {ReadonlySet<string>} files names of the entries directly in the folder
 */

/** @type {import('@nx/devkit').CreateNodesV2<import('./infer-targets.mjs').TargetNames>} */
export const createNodesV2 = [
  '**/package.json',
  async (packageFiles, options, context) => {
    const candidates = packageFiles
      .filter((file) => dirname(file) !== '.' && !testFolder.test(file))
      .map((packageFile) => readCandidate(packageFile, context.workspaceRoot));
    const tools = readTools(candidates, context);
    const decorated = await findDecorated(
      candidates.filter(mayBePlugin).map(({ root }) => root),
      context,
    );

    return candidates
      .filter(({ root, manifest }) => manifest.sigil?.plugin === true || decorated.has(root))
      .map(({ packageFile, root, manifest, files }) => {
        const projectName = manifest.nx?.name ?? manifest.name;
        const project = {
          // Nx itself names only projects in the workspaces of the package manager.
          ...(projectName !== undefined && { name: projectName }),
          targets: inferTargets({ root, files, tools }, options),
          // The command writes its manifest, so a change of the command changes the plugin's build.
          ...(tools.commandProject !== undefined && { implicitDependencies: [tools.commandProject] }),
        };
        return [packageFile, { projects: { [root]: project } }];
      });
  },
];

/**
 * @param {readonly Candidate[]} candidates
 * @param {import('@nx/devkit').CreateNodesContextV2} context
 * @returns {import('./infer-targets.mjs').WorkspaceTools}
 */
function readTools(candidates, { workspaceRoot, nxJsonConfiguration }) {
  const { dependencies, devDependencies } = readManifest(workspaceRoot, 'package.json');
  const plugins = (nxJsonConfiguration.plugins ?? []).map((it) => (typeof it === 'string' ? it : it.plugin));
  return {
    packages: new Set(Object.keys({ ...dependencies, ...devDependencies })),
    hasProductionInputs: nxJsonConfiguration.namedInputs?.['production'] !== undefined,
    isTypechecked: plugins.includes('@nx/js/typescript'),
    commandProject: candidates.find(({ manifest }) => manifest.name === commandPackage)?.manifest.name,
  };
}

/** @param {string} packageFile @param {string} workspaceRoot @returns {Candidate} */
function readCandidate(packageFile, workspaceRoot) {
  const root = dirname(packageFile);
  const manifest = readManifest(workspaceRoot, packageFile);
  return { packageFile, root, manifest, files: new Set(readdirSync(join(workspaceRoot, root))) };
}

/**
 * @param {string} workspaceRoot
 * @param {string} packageFile
 * @returns {PackageFile} empty for an invalid text, such as a test fixture
 */
function readManifest(workspaceRoot, packageFile) {
  const text = readFileSync(join(workspaceRoot, packageFile), 'utf8');
  try {
    const manifest = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof manifest === 'object' && manifest !== null ? manifest : {};
  } catch {
    return {}; // One broken file must not remove all projects of the workspace; the package manager reports it.
  }
}

/**
 * Returns whether to look for decorators: not in a package that declares whether it is a plugin, nor in a library, which is
 * compiled whatever it imports. @param {Candidate} candidate
 */
function mayBePlugin({ manifest, files }) {
  return manifest.sigil?.plugin === undefined && files.has('tsconfig.json') && !files.has('tsconfig.lib.json');
}
