/**
 * Maps the places of a stack to the author's sources, by the source map beside the built code.
 *
 * Only for logs and terminals. Reads a map when a fault is shown, so a plugin that does not fail costs nothing.
 */
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Matches `at Dice.roll (/plugins/dice/dist/plugin.cjs:12:3)`, with or without the brackets. */
const frame = /((?:file:\/\/|\/|[A-Za-z]:[\\/])[^()\n]*?\.cjs):(\d+):(\d+)/g;

/** Replaces each place in a build that has a source map beside it; everything else stays as it is. */
export function mapStack(stack: string): string {
  const maps = new Map<string, SourceMap | undefined>();
  return stack.replace(frame, (place: string, ...parts: string[]) => {
    const [file = '', line, column] = parts;
    const path = file.startsWith('file://') ? fileURLToPath(file) : file;
    if (!maps.has(path)) maps.set(path, readMap(`${path}.map`));
    const entry = maps.get(path)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry) || isOurs(entry.originalSource)) return place;
    const source = resolve(dirname(path), entry.originalSource);
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** The entry that the build writes is in no file. */
function isOurs(source: string): boolean {
  return source === '' || source.startsWith('sigil:');
}

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined; // Code in a content store has no map beside it, so its stack is shown unchanged.
  }
}
