/**
 * Converts between the addresses and positions of the Language Server Protocol and paths, offsets and places of the build.
 *
 * Spec: Language Server Protocol 3.17, "Position": lines and characters count from 0, characters in UTF-16 units.
 */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SourcePlace } from '@sigil/codegen/editing';
import type { Position, Range } from 'vscode-languageserver';

/** Returns the path without symbolic links, with `/`; `undefined` for a document that is no file. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  const path = readPath(uri);
  return path && resolveLinks(path).replaceAll('\\', '/');
}

function readPath(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    // A file of another host, or a name that no file can have.
    return undefined;
  }
}

/** Returns the address of a file. */
export function uriOfPath(path: string): string {
  return pathToFileURL(path).href;
}

/**
 * Returns the range of a place of one line.
 *
 * @param text of the file. The compiler ends a line also at U+2028 and U+2029, the protocol does not
 */
export function rangeOf({ line, column, length }: Omit<SourcePlace, 'file'>, text: string): Range {
  const counted = { line: line - 1, character: column - 1 };
  const start = unusualEnding.test(text) ? protocolPosition(counted, text) : counted;
  return { start, end: { line: start.line, character: start.character + length } };
}

const unusualEnding = /[\u2028\u2029]/;

/** Returns the position in the lines of the protocol, of which some consist of several lines of the compiler. */
function protocolPosition({ line, character }: Position, text: string): Position {
  const before = text.split(/(\r\n|[\n\r\u2028\u2029])/).slice(0, 2 * line);
  const areEndings = before.map((part, index) => index % 2 === 1 && !unusualEnding.test(part));
  const ownLine = before.slice(areEndings.lastIndexOf(true) + 1).join('');
  return { line: areEndings.filter(Boolean).length, character: ownLine.length + character };
}

/** Returns whether the position is in the range or at its end; the range is of one line. */
export function contains({ start, end }: Range, { line, character }: Position): boolean {
  return line === start.line && character >= start.character && character <= end.character;
}

/** A file that is not saved yet has the real path of its folder. */
function resolveLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(resolveLinks(folder), basename(path));
  }
}
