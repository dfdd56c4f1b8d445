/**
 * Reads a folder entered by a user: relative to the workspace's root, and inside it.
 */
import { isAbsolute, posix } from 'node:path';

/**
 * @param {string} text
 * @returns {string} without `.`, `..` and a slash at its end
 * @throws Error when the folder is the root itself or outside
 */
export function readFolder(text) {
  const folder = posix.normalize(text.replaceAll('\\', '/')).replace(/\/$/, '');
  if (folder === '.' || folder === '..' || folder.startsWith('../') || isAbsolute(text)) {
    throw new Error(`expected a folder inside the workspace, as a path from its root, got "${text}"`);
  }
  return folder;
}
