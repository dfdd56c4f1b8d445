/**
 * Detects the author's package manager, so that the printed commands can be typed as they are.
 */

/** The supported package managers. */
export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const known: readonly PackageManager[] = ['npm', 'pnpm', 'yarn', 'bun'];

/** Every package manager names itself in `npm_config_user_agent`: `pnpm/12.21.0 npm/? node/v20.20.2 linux x64`. */
export function findPackageManager(userAgent: string | undefined): PackageManager {
  const name = userAgent?.split('/')[0];
  return known.find((it) => it === name) ?? 'npm';
}
