/**
 * Loads the bundler.
 *
 * Uses `require`, because a Node `import` takes four times as long: it searches the code for export names.
 */
import { createRequire } from 'node:module';
import type * as Esbuild from 'esbuild';

/** The bundler's own API. */
// Sound because the module is the one that the type names; `require` itself is untyped.
export const bundler = createRequire(import.meta.url)('esbuild') as typeof Esbuild;
