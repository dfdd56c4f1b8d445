/**
 * Loads ts-morph and the TypeScript compiler inside it.
 *
 * With `require`, because Node takes twice as long to `import` them: it searches nine megabytes for export names.
 */
import { createRequire } from 'node:module';
import type * as TsMorph from 'ts-morph';

// Sound because the module is the one whose types are named; `require` itself knows nothing of types.
const tsMorph = createRequire(import.meta.url)('ts-morph') as typeof TsMorph;

/** ts-morph's project, which has the language's library. */
export const Project = tsMorph.Project;

/** The TypeScript compiler's own API, for walking syntax and types. */
export const compiler = tsMorph.ts;
