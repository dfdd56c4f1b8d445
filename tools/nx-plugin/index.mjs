/**
 * The Nx plugin of this workspace: every project gets its targets from the files in its folder, so no project lists them.
 *
 * Plain JavaScript, because Nx loads it before anything is built. What is inferred is decided in `infer-targets.mjs`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inferTargets } from './infer-targets.mjs';

/** How Nx calls the plugin in its messages. */
export const name = '@sigil/nx';

/** @type {import('nx/src/project-graph/plugins/public-api').CreateNodesV2} */
export const createNodesV2 = [
  '{packages/*,apps/*,apps/*/plugins/*,tools/*}/package.json',
  (packageFiles, _options, { workspaceRoot }) =>
    packageFiles.map((packageFile) => {
      const root = dirname(packageFile);
      const manifest = JSON.parse(readFileSync(join(workspaceRoot, packageFile), 'utf8'));
      const files = new Set(readdirSync(join(workspaceRoot, root)));
      const isPlugin = manifest.sigil?.plugin === true;
      return [packageFile, { projects: { [root]: { targets: inferTargets({ root, files, isPlugin }) } } }];
    }),
];
