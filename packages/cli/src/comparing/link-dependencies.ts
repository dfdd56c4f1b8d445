/**
 * Links the dependencies currently installed in a repository into a copy of its tree.
 */
import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const installed = 'node_modules';

/**
 * Links every `node_modules` that is searched from the folder on: in the repository, and above it.
 *
 * @param temporary an empty folder
 * @param prefix path from the root to the folder, with `/`; empty or with one at its end
 * @returns the place of the tree in it
 */
export async function linkDependencies(temporary: string, root: string, prefix: string): Promise<string> {
  let tree = temporary;
  for (const above of foldersAbove(root).filter((folder) => existsSync(join(folder, installed)))) {
    await link(above, tree);
    tree = join(tree, 'inner');
  }
  tree = join(tree, 'tree');
  const steps = prefix.split('/').filter((step) => step !== '');
  for (let depth = 0; depth <= steps.length; depth++) {
    const inside = steps.slice(0, depth);
    await link(join(root, ...inside), join(tree, ...inside));
  }
  return tree;
}

/** Returns the folders above, outermost first. */
function foldersAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [...foldersAbove(above), above];
}

async function link(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const target = join(from, installed);
  if (existsSync(target)) await symlink(target, join(to, installed), 'junction');
}
