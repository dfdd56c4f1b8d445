/**
 * The folder of this package, for the files that it ships beside its code.
 *
 * This file is directly in `src`, since the built code is directly in `dist`: the root is one folder above both.
 */

/** The folder of `package.json`. */
export const packageRoot = new URL('..', import.meta.url);
