/**
 * A way to change one member of a configuration file as text, so that all other bytes of it stay as they are.
 */
import type { JsonObject } from '@sigil/core';
import { CommandError } from '../../failures/command-error.js';

/** An editor of one format. Texts come without a byte order mark. */
export interface TextEditing {
  /** @throws BrokenText when the text is not of the format; an empty text has no members */
  parse(text: string): unknown;
  /** Returns the text with the member at `path` added or replaced. */
  set(text: string, path: readonly string[], value: JsonObject): string;
  /** Returns the text without the member at `path`, which is there. */
  remove(text: string, path: readonly string[]): string;
}

/** The text is not of the format, or is written in a way that cannot be added to. */
export class BrokenText extends CommandError {}

/** The line ends that a text has; a line feed for a text of one line. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

/** The blanks that the line of a position begins with. */
export function indentAt(text: string, position: number): string {
  const start = text.lastIndexOf('\n', position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))![0];
}

/** The member at a path of what was parsed. */
export function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null && Object.hasOwn(inner, key) ? Reflect.get(inner, key) : undefined,
    value,
  );
}
