/**
 * The folder of this package, for the files that it ships beside its code.
 *
 * Stands directly in `src`, because the built code stands directly in `dist`: the root is one folder up from both.
 */

/** The folder of `package.json`. */
export const packageRoot = new URL('..', import.meta.url);
