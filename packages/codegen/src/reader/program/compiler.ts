/**
 * Loads ts-morph and the TypeScript compiler that it carries: the only compiler that reads plugins.
 *
 * With `require`, because Node takes twice as long to `import` them: it searches megabytes for export names.
 */
import { createRequire } from 'node:module';
import type * as TsMorphCommon from '@ts-morph/common';
import type * as TsMorph from 'ts-morph';

const require = createRequire(import.meta.url);

// Sound because the modules are those whose types are named; `require` itself knows nothing of types.
const tsMorph = require('ts-morph') as typeof TsMorph;
const common = require('@ts-morph/common') as typeof TsMorphCommon;

/** The TypeScript compiler's own API, for walking types and the syntax below members. */
export const compiler = tsMorph.ts;

/** Tells the kinds of ts-morph's nodes apart. */
export const Node = tsMorph.Node;

/** Makes a node of ts-morph for one of the compiler's. */
export const createWrappedNode = tsMorph.createWrappedNode;

/** The declarations of the language's library by file name, `lib.es2022.d.ts`; they lie in the code of ts-morph, in no folder. */
export const libraryTexts: ReadonlyMap<string, string> = new Map(
  common.getLibFiles().map(({ fileName, text }) => [fileName, text]),
);
