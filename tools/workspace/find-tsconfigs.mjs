/**
 * Finds the projects of the workspace whose types are checked.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} root the workspace's folder
 * @param {readonly string[]} workspaces patterns of package.json, whose only wildcard is a whole name
 * @returns {string[]} the projects' tsconfig.json files, relative to the root, in order
 */
export function findTsconfigs(root, workspaces) {
  const folders = workspaces.flatMap((pattern) =>
    pattern
      .split('/')
      .reduce(
        (parents, name) => parents.flatMap((parent) => (name === '*' ? foldersIn(root, parent) : [join(parent, name)])),
        [''],
      ),
  );
  return folders.map((folder) => join(folder, 'tsconfig.json')).filter((file) => existsSync(join(root, file)));
}

/** @param {string} root @param {string} parent @returns {string[]} */
function foldersIn(root, parent) {
  if (!existsSync(join(root, parent))) return [];
  const entries = readdirSync(join(root, parent), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(parent, name))
    .sort();
}
