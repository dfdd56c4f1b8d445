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

/** Returns the range of a place of one line. */
export function rangeOf({ line, column, length }: Omit<SourcePlace, 'file'>): Range {
  return {
    start: { line: line - 1, character: column - 1 },
    end: { line: line - 1, character: column - 1 + length },
  };
}

/** Returns whether the position is in the place or at its end. */
export function contains(place: Omit<SourcePlace, 'file'>, { line, character }: Position): boolean {
  const { start, end } = rangeOf(place);
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
