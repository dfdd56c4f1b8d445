/**
 * Refuses a package-lock.json that would not install on every platform or on the oldest Node that we support, or that names the registry
 * with which it was created.
 */
import { satisfies } from 'semver';
import type { Problem } from '../problem.ts';

/** One native binding per family and platform that a lockfile created on Linux could lack. */
const requiredBindings = ['@nx/nx-darwin-arm64', '@nx/nx-win32-x64-msvc', '@esbuild/darwin-arm64'];

interface Lockfile {
  readonly packages?: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly resolved?: string;
  readonly link?: boolean;
  /** npm warns of none that is left out on other platforms. */
  readonly optional?: boolean;
  readonly engines?: { readonly node?: string };
}

/**
 * @param text of package-lock.json
 * @param oldestNode version on which `npm ci` must not warn
 */
export function checkLockfile(text: string, oldestNode: string): Problem[] {
  const file = 'package-lock.json';
  const { packages = {} } = JSON.parse(text) as Lockfile; // sound enough: every member read is optional
  const missing = requiredBindings
    .filter((name) => !(`node_modules/${name}` in packages))
    .map((name) => ({ file, message: `${name} is missing: the lockfile was made from incomplete packages` }));
  const hosted = Object.entries(packages)
    .filter(([, entry]) => entry.resolved !== undefined && !entry.link)
    .map(([path]) => ({
      file,
      message: `${path} names the registry it came from; install with omit-lockfile-registry-resolved`,
    }));
  const tooNew = Object.entries(packages)
    .filter(([, { engines, optional }]) => !optional && !satisfies(oldestNode, engines?.node ?? '*'))
    .map(([path, { engines }]) => ({ file, message: `${path} needs Node ${engines?.node}, we support ${oldestNode}` }));
  return [...missing, ...hosted, ...tooNew];
}
