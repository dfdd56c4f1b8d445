/**
 * Loads the bundler.
 *
 * With `require`, because Node takes four times as long to `import` it: it searches the code for export names.
 */
import { createRequire } from 'node:module';
import type * as Esbuild from 'esbuild';

/** The bundler's own API. */
// Sound because the module is the one whose types are named; `require` itself knows nothing of types.
export const bundler = createRequire(import.meta.url)('esbuild') as typeof Esbuild;
