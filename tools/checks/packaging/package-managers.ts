/**
 * The package managers of users. CI tests each one with some of what users do, `npm run nightly` with all.
 */
import process from 'node:process';

/** Its name is the one of its program. */
export type PackageManager = 'npm' | 'pnpm';

/** @returns `inCi` alone, or with `SIGIL_PACKAGE_MANAGERS=all` each one */
export function testedManagers(inCi: PackageManager): readonly PackageManager[] {
  return process.env['SIGIL_PACKAGE_MANAGERS'] === 'all' ? ['npm', 'pnpm'] : [inCi];
}

/** @returns the paths of newcomers that CI walks, or with `SIGIL_PACKAGE_MANAGERS=all` each one: some download much */
export function testedFrameworks(all: readonly string[], inCi: readonly string[]): readonly string[] {
  return process.env['SIGIL_PACKAGE_MANAGERS'] === 'all' ? all : inCi;
}
