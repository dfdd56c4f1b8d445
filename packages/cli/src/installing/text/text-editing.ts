/**
 * Changes one member of a configuration file as text, so that all its other bytes stay the same.
 */
import type { JsonObject } from '@sigil/core';
import { CommandError } from '../../failures/command-error.js';

/** An editor of one format. Texts have no byte order mark. */
export interface TextEditing {
  /** @throws BrokenText when the text does not have the format; an empty text has no members */
  parse(text: string): unknown;
  /** Returns the text with the member at `path` added or replaced. */
  set(text: string, path: readonly string[], value: JsonObject): string;
  /** Returns the text without the member at `path`, which must exist. */
  remove(text: string, path: readonly string[]): string;
}

/** The text does not have the format, or is written in a form that cannot be edited. */
export class BrokenText extends CommandError {}

/** Returns the line end of a text; a line feed for a text of one line. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** Returns the indentation of the line at a position. */
export function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))![0];
}

/** Returns the member at a path of a parsed value. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined,
    value,
  );
}
