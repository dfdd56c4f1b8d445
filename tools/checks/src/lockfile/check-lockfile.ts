/**
 * Refuses a package-lock.json that would not install on every platform, or that names the registry with which it was created.
 */
import type { Problem } from '../problem.ts';

/** One native binding per family and platform that a lockfile created on Linux could lack. */
const requiredBindings = ['@nx/nx-darwin-arm64', '@nx/nx-win32-x64-msvc', '@esbuild/darwin-arm64'];

interface Lockfile {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string; readonly link?: boolean }>>;
}

/** @param text of package-lock.json */
export function checkLockfile(text: string): Problem[] {
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
  return [...missing, ...hosted];
}
