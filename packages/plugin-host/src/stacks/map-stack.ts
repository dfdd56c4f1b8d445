/**
 * Maps the places of a stack to the author's sources, by the source map beside the built code.
 *
 * Only for logs and terminals. Reads a map when a fault is shown, so a plugin that does not fail costs nothing.
 */
import { readFileSync, realpathSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Matches `at Dice.roll (/plugins/dice/dist/plugin.cjs:12:3)`, with or without the brackets. */
const frame = /((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()\n]*?\.cjs):(\d+):(\d+)/g;

/**
 * Finds the author's line that a stack begins with.
 *
 * @param codePath of the build whose sources count
 * @returns the place relative to the plugin's folder, as in `src/dice.ts:3:7`; `undefined` if the stack does not have one
 */
export function findSourcePlace(stack: string, codePath: string): string | undefined {
  const map = readMap(`${codePath}.map`);
  if (!map) return undefined;
  const real = realPathOf(codePath);
  for (const [, file = '', line, column] of stack.matchAll(frame)) {
    const path = pathOf(file);
    const found = path === real || path === codePath ? findOriginal(map, Number(line), Number(column)) : undefined;
    if (!found) continue;
    const source = relative(dirname(dirname(codePath)), resolve(dirname(codePath), found.source));
    return `${source.replaceAll(sep, '/')}:${found.line}:${found.column}`;
  }
  return undefined;
}

/** Replaces each place in a build that has a source map beside it; everything else stays as it is. */
export function mapStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(frame, (place: string, ...parts: string[]) => {
    const [file = '', line, column] = parts;
    const path = pathOf(file);
    if (!maps.has(path)) maps.set(path, readMap(`${path}.map`));
    const found = findOriginal(maps.get(path), Number(line), Number(column));
    return found ? `${resolve(dirname(path), found.source)}:${found.line}:${found.column}` : place;
  });
}

function pathOf(file: string): string {
  return file.startsWith('file://') ? fileURLToPath(file) : file;
}

interface Original {
  readonly source: string;
  readonly line: number;
  readonly column: number;
}

function findOriginal(map: SourceMap | undefined, line: number, column: number): Original | undefined {
  const entry = map?.findEntry(line - 1, column - 1);
  if (!entry || !('originalSource' in entry) || isOurs(entry.originalSource)) return undefined;
  return { source: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
}

/** The entry that the build writes is in no file. */
function isOurs(source: string): boolean {
  return source === '' || source.startsWith('sigil:');
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // Code from a store may have no file.
  }
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // Code in a content store has no map beside it, so its stack is shown unchanged.
  }
}
