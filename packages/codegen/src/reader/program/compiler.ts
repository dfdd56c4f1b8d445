/**
 * Loads ts-morph and its bundled TypeScript compiler, the only compiler that reads plugins.
 *
 * Uses `require`, because a Node `import` takes twice as long: it searches megabytes for export names.
 */
import { createRequire } from 'node:module';
import type * as TsMorphCommon from '@ts-morph/common';
import type * as TsMorph from 'ts-morph';

const require = createRequire(import.meta.url);

// Sound because the modules are those that the types name; `require` itself is untyped.
const tsMorph = require('ts-morph') as typeof TsMorph;
const common = require('@ts-morph/common') as typeof TsMorphCommon;

/** The TypeScript compiler's own API, for walking types and the syntax below members. */
export const compiler = tsMorph.ts;

/** Distinguishes the kinds of ts-morph's nodes. */
export const Node = tsMorph.Node;

/** Makes a ts-morph node for a compiler node. */
export const createWrappedNode = tsMorph.createWrappedNode;

/** The declarations of the language's library by file name, such as `lib.es2022.d.ts`; they are embedded in ts-morph's code. */
export const libraryTexts: ReadonlyMap<string, string> = new Map(
  common.getLibFiles().map(({ fileName, text }) => [fileName, text]),
);

/** Chooses files by the patterns of a configuration, as the compiler does. */
export const { matchFiles } = common;
