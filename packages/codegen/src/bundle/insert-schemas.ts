/**
 * Writes schemas into the calls of one source file that ask for them.
 */
import { basename } from 'node:path';
import MagicString from 'magic-string';
import type { ts } from 'ts-morph';
import type { SchemaCall } from '../model/plugin-model.js';
import { compiler } from '../reader/program/compiler.js';

/** A changed source and the map back to what was there before. */
export interface ChangedSource {
  readonly code: string;
  /** A source map, as JSON; its one source is the file's own name. */
  readonly map: string;
}

/**
 * Writes the calls' texts at their offsets.
 *
 * @param file decides by its extension how the text is read
 * @param text of the whole file; a byte order mark does not count and is left out
 * @returns undefined when there is no such call at one of the offsets, so that the text is another than the one that was read
 */
export function insertSchemas(file: string, text: string, calls: readonly SchemaCall[]): ChangedSource | undefined {
  const source = text.replace(/^\uFEFF/, '');
  const places = argumentPlaces(file, source);
  if (!calls.every(({ offset }) => places.has(offset))) return undefined;

  const changed = new MagicString(source, { filename: file });
  for (const call of calls) changed.appendLeft(call.offset, call.text);
  const map = changed.generateMap({ hires: 'boundary', source: basename(file), includeContent: true });
  return { code: changed.toString(), map: map.toString() };
}

/**
 * Returns the places where a schema may go in: the empty arguments of a call with type arguments, or the end of its
 * first one.
 */
function argumentPlaces(file: string, text: string): ReadonlySet<number> {
  const places = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (compiler.isCallExpression(node) && node.typeArguments) {
      places.add(node.arguments[0]?.end ?? node.arguments.pos);
    }
    compiler.forEachChild(node, visit);
  };
  visit(compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest));
  return places;
}
