/**
 * The Nx plugin for the packages, apps and tools of this workspace: it infers their targets from the files in their folders,
 * so no project lists them. Plugins of Sigil get theirs from `@sigil/nx`.
 *
 * Plain JavaScript, because Nx loads it before anything is built. The inference itself is in `infer-targets.mjs`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entriesOf } from './entries-of.mjs';
import { inferTargets } from './infer-targets.mjs';

/** The plugin's name in Nx's messages. */
export const name = '@sigil/libraries';

/** @type {import('@nx/devkit').CreateNodesV2} */
export const createNodesV2 = [
  '{packages,apps,tools}/*/package.json',
  (packageFiles, _options, { workspaceRoot }) =>
    packageFiles.map((packageFile) => {
      const root = dirname(packageFile);
      const manifest = JSON.parse(readFileSync(join(workspaceRoot, packageFile), 'utf8'));
      const files = new Set(readdirSync(join(workspaceRoot, root)));
      const targets = inferTargets({ root, files, isBundled: entriesOf(manifest).length > 0 });
      return [packageFile, { projects: { [root]: { targets } } }];
    }),
];
