/**
 * Finds a Node that can run the suite, which requires a newer one than this workspace does.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The Node that runs this program. */
export interface CurrentNode {
  readonly version: string;
  readonly execPath: string;
  readonly platform: string;
  readonly arch: string;
}

/** The oldest major version that the suite runs on. */
export const oldestMajor = 22;

/**
 * @param modulesFolder where the packages with Node binaries are installed, those available for this platform
 * @returns its path; `undefined` when this Node is too old and there is no other
 */
export function findNode(current: CurrentNode, modulesFolder: string): string | undefined {
  const major = Number(current.version.split('.', 1)[0]);
  if (major >= oldestMajor) return current.execPath;
  const isWindows = current.platform === 'win32';
  const packageName = `node-${isWindows ? 'win' : current.platform}-${current.arch}`;
  const installed = join(modulesFolder, packageName, 'bin', isWindows ? 'node.exe' : 'node');
  return existsSync(installed) ? installed : undefined;
}
