/**
 * The interface between the readers of single keywords and the reader of whole schemas.
 */
import type { JsonObject } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import type { TypeNode } from './type-node.js';

/** A type and the comment lines for the place where it is used. */
export interface DocumentedType {
  readonly type: TypeNode;
  readonly docs: readonly string[];
}

/** A schema being read. */
export interface SchemaReading {
  read(schema: unknown): TypeNode;
  /** Reads a schema that has a place for a comment of its own. */
  readDocumented(schema: unknown, name: string): DocumentedType;
  /** Adds a line to the comment of the innermost place that has one. */
  note(text: string): void;
}

/** Returns `value` if it is an object, else an empty one. */
export function objectOr(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
