/**
 * Finds the author's own place in the stack of an error that a bundle of schemas threw.
 */
import type { SourceMap } from 'node:module';
import { bundleName } from './evaluator/evaluation-events.js';
import { schemaNamespace } from './bundle-schemas.js';

/** A place in a source of the author, relative to the plugin's folder; counted from 1. */
export interface FramePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** The places of the frames, innermost first; `undefined` for a frame of an installed package. */
export function framesOf(stack: string, map: SourceMap): readonly (FramePlace | undefined)[] {
  const pattern = new RegExp(`${bundleName.replaceAll('.', '\\.')}:(\\d+):(\\d+)`, 'g');
  return [...stack.matchAll(pattern)].flatMap(([, line, column]) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return [];
    const { originalSource, originalLine, originalColumn } = entry;
    if (/^sigil-(?:entry|builtin|missing):/.test(originalSource)) return [];
    if (/(?:^|\/)node_modules\//.test(originalSource)) return [undefined];
    const file = originalSource.replace(new RegExp(`^${schemaNamespace}:`), '').replace(/\?\d+$/, '');
    return [{ file, line: originalLine + 1, column: originalColumn + 1 }];
  });
}
