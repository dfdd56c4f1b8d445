/**
 * Finds this package's folder, for the files that it ships beside its code.
 *
 * Stands directly in `src`, because everything that is built stands directly in `dist`: from both the root is one folder up.
 */

/** The folder of `package.json`. */
export const packageRoot = new URL('..', import.meta.url);
