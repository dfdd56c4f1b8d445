/**
 * Finds the packages of the workspace that a program needs at run time: itself, and its transitive `dependencies`.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * @param {string} root the workspace's, with its dependencies installed
 * @param {string} program the program's folder, relative to the root
 * @returns {Map<string, readonly string[]>} by folder, relative to the root: the folders that it needs, which come before it
 */
export function findNeeded(root, program) {
  const top = realpathSync(root);
  /** @type {Map<string, readonly string[]>} */
  const found = new Map();
  const visit = (/** @type {string} */ folder) => {
    if (found.has(folder)) return;
    const { dependencies = {} } = JSON.parse(readFileSync(join(top, folder, 'package.json'), 'utf8'));
    const needed = Object.keys(dependencies).flatMap((name) => linked(top, name));
    needed.forEach(visit);
    found.set(folder, needed);
  };
  visit(program);
  return found;
}

/**
 * Finds the workspace's own packages, which npm links at the root; all others are folders, there or beside their package.
 * @param {string} top
 * @param {string} name
 * @returns {string[]}
 */
function linked(top, name) {
  const installed = join(top, 'node_modules', name);
  if (!existsSync(installed)) return [];
  const folder = relative(top, realpathSync(installed));
  return folder.split(sep).includes('node_modules') ? [] : [folder.replaceAll('\\', '/')];
}
