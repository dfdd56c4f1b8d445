/**
 * Finds this package's folder, for the files that it ships beside its code.
 *
 * Must be directly in `src`, as all build output is directly in `dist`: the root is one folder up from both.
 */

/** The folder of `package.json`. */
export const packageRoot = new URL('..', import.meta.url);
