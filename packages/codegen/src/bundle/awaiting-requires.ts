/**
 * Finds `require()` of own modules that await while they are evaluated: `require()` returns before such a module is ready, as
 * Node refuses.
 */
import { join } from 'node:path';
import type { Message, Metafile } from 'esbuild';
import type { ImportingPlugin } from './package-imports.js';

/** A module's wrapper in bundled code that awaits. */
const asyncWrapper = /^ {2}async "(.+)"\(\) \{$/gm;

/**
 * Returns a message for each such call, at its place.
 *
 * @param plugin whose folder the paths in the metafile are relative to
 */
export function findAwaitingRequires(
  plugin: ImportingPlugin,
  code: string,
  { inputs }: Metafile,
): Pick<Message, 'text' | 'location'>[] {
  const awaiting = new Set([...code.matchAll(asyncWrapper)].map((match) => match[1]));
  return Object.entries(inputs).flatMap(([file, { imports }]) =>
    imports
      .filter(({ kind, path }) => kind === 'require-call' && awaiting.has(path))
      .map(({ path, original = path }) => ({
        text: `require("${original}") returns before the module is ready, since it or a module that it imports awaits at its top level`,
        location: placeOfRequire(plugin, file, original),
      })),
  );
}

/** Returns the place of the first call with the specifier. */
function placeOfRequire({ folder, inputs }: ImportingPlugin, file: string, specifier: string): Message['location'] {
  const lines = inputs.presentText(join(folder, file)).split('\n');
  const starts = lines.map((line) =>
    Math.max(...quotes.map((quote) => line.indexOf(`require(${quote}${specifier}${quote}`))),
  );
  const index = starts.findIndex((start) => start >= 0);
  const lineText = lines[index] ?? '';
  const column = Buffer.byteLength(lineText.slice(0, starts[index] ?? 0));
  return {
    file,
    namespace: '',
    line: Math.max(index, 0) + 1,
    column,
    length: 'require'.length,
    lineText,
    suggestion: '',
  };
}

const quotes = ["'", '"', '`'];
