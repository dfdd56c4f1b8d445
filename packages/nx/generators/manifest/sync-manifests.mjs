/**
 * For `nx sync` and `nx sync:check`: keeps the committed manifest of a plugin equal to the one that its build would write.
 *
 * The command itself computes that manifest; if it is a project of the workspace, it is built first.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { formatFiles } from '@nx/devkit';
import { commandPackage } from '../../infer-targets.mjs';
import { isOwnPackage } from '../workspace-facts.mjs';
import { findCommitting } from './find-committing.mjs';
import { runNode } from './run-node.mjs';

const fix = 'run "npx nx sync"';

/**
 * Writes outdated manifests into the tree; Nx either reports them as a failure or writes them to disk.
 *
 * @param {import('@nx/devkit').Tree} tree
 * @returns {Promise<import('nx/src/utils/sync-generators.js').SyncGeneratorResult>} names each stale file, and the command that
 * updates it
 * @throws Error when the command is not installed or cannot be built, or sources have errors
 */
export async function syncManifests(tree) {
  const roots = findCommitting(tree);
  if (roots.length === 0) return {};
  const command = await prepareCommand(tree);
  /** @type {string[]} */
  const stale = [];
  for (const root of roots) {
    const manifest = JSON.parse(await runNode([command, 'manifest', '.'], join(tree.root, root)));
    if (isDeepStrictEqual(readCommitted(tree, root), manifest)) continue;
    tree.write(`${root}/manifest.json`, JSON.stringify(manifest));
    stale.push(`${root}/manifest.json`);
  }
  await formatFiles(tree);
  if (stale.length === 0) return {};
  return {
    outOfSyncMessage: `These manifests are not what the sources say: ${stale.join(', ')}; ${fix}.`,
    outOfSyncDetails: stale.map((file) => `${file} is stale: ${fix}`),
  };
}

/** @param {import('@nx/devkit').Tree} tree @param {string} root @returns {unknown} `undefined` when there is no readable one */
function readCommitted(tree, root) {
  try {
    return JSON.parse(tree.read(`${root}/manifest.json`, 'utf8') ?? '');
  } catch {
    return undefined; // A file that is not JSON differs from the one that the build would write.
  }
}

/** @param {import('@nx/devkit').Tree} tree @returns {Promise<string>} the path of the `sigil` command */
async function prepareCommand(tree) {
  const workspace = createRequire(join(tree.root, 'package.json'));
  if (isOwnPackage(tree, commandPackage)) {
    const nx = workspace.resolve('nx/package.json');
    await runNode([join(dirname(nx), workspace(nx).bin.nx), 'run', `${commandPackage}:build`], tree.root);
  }
  return join(dirname(workspace.resolve(`${commandPackage}/package.json`)), 'bin/sigil.mjs');
}
