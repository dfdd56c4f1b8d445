/**
 * Loads the TypeScript compiler.
 *
 * With `require`, because Node takes three times as long to `import` it: it searches nine megabytes for export names.
 */
import { createRequire } from 'node:module';
import type TypeScript from 'typescript';

/** The TypeScript compiler's own API, for walking syntax and types. */
// Sound because the module is the one whose types are named; `require` itself knows nothing of types.
export const compiler = createRequire(import.meta.url)('typescript') as typeof TypeScript;
