/**
 * Inserts schemas into the calls of one source file that need them.
 */
import { basename } from 'node:path';
import MagicString from 'magic-string';
import type { ts } from 'ts-morph';
import type { SchemaCall } from '../model/plugin-model.js';
import { compiler } from '../reader/program/compiler.js';

/** A changed source and the map to the original. */
export interface ChangedSource {
  readonly code: string;
  /** A source map as JSON; its only source is the file's own name. */
  readonly map: string;
}

/**
 * Inserts the calls' texts at their offsets.
 *
 * @param file its extension determines how the text is parsed
 * @param text of the whole file; a byte order mark is not counted and is removed
 * @returns undefined when an offset has no such call, because the text is not the one that was read
 */
export function insertSchemas(file: string, text: string, calls: readonly SchemaCall[]): ChangedSource | undefined {
  const source = text.replace(/^\uFEFF/, '');
  const places = argumentPlaces(compiler.createSourceFile(file, source, compiler.ScriptTarget.Latest));
  if (!calls.every(({ offset }) => places.has(offset))) return undefined;

  const changed = new MagicString(source, { filename: file });
  for (const call of calls) changed.appendLeft(call.offset, call.text);
  const map = changed.generateMap({ hires: 'boundary', source: basename(file), includeContent: true });
  return { code: changed.toString(), map: map.toString() };
}

/** Returns the places for a schema: the empty arguments of a call with type arguments, or the end of its first one. */
export function argumentPlaces(tree: ts.SourceFile): ReadonlySet<number> {
  const places = new Set<number>();
  const visit = (node: ts.Node): void => {
    if (compiler.isCallExpression(node) && node.typeArguments) {
      places.add(node.arguments[0]?.end ?? node.arguments.pos);
    }
    compiler.forEachChild(node, visit);
  };
  visit(tree);
  return places;
}
