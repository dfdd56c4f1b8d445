/**
 * The sources of views: their kinds, and the framework that each is written for.
 */
import { readFileSync } from 'node:fs';
import { dirname, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { InputLog } from '../inputs/input-log.js';
import { compiler } from '../reader/program/compiler.js';

/** The packages whose `jsx-runtime` a view's JSX may be written for. */
export type ViewFramework = 'preact' | 'react';

const scriptFile = /\.[cm]?[jt]sx?$/;

/** Returns whether a file is a script. */
export function isScript(file: string): boolean {
  return scriptFile.test(file);
}

/** Returns whether a file is the plugin's own, and not of an installed or linked package. */
export function isOwn(folder: string, file: string): boolean {
  const name = nameInPlugin(folder, file);
  return !name.startsWith('../') && !isAbsolute(name) && !/(?:^|\/)node_modules\//.test(name);
}

/** Returns a file's name as diagnostics show it: relative to the plugin's folder, with `/`. */
export function nameInPlugin(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

/**
 * Returns the framework that a view's scripts import first, themselves or through their own files. Without any it is Preact, whose JSX needs no
 * import either.
 */
export function findFramework(scripts: readonly string[], log: InputLog): ViewFramework {
  const waiting = [...scripts];
  const seen = new Set(waiting);
  // Iterating over the array includes the files that are added meanwhile.
  for (const file of waiting) {
    const text = log.unsavedText(file) ?? readIfThere(file);
    if (text === undefined) continue;
    for (const { fileName } of compiler.preProcessFile(text).importedFiles) {
      if (/^(?:@sigil\/view\/)?react(?:-dom)?(?:$|\/)/.test(fileName)) return 'react';
      if (/^(?:@sigil\/view\/)?preact(?:$|\/)/.test(fileName)) return 'preact';
      const found = fileName.startsWith('.') ? findSource(resolve(dirname(file), fileName), log) : undefined;
      if (found === undefined || seen.has(found)) continue;
      seen.add(found);
      waiting.push(found);
    }
  }
  return 'preact';
}

/** Returns the source that an import of a path means: `./a.js` may be `./a.tsx`. */
function findSource(path: string, log: InputLog): string | undefined {
  const bare = path.slice(0, path.length - extname(path).length);
  const extensions = ['.ts', '.tsx', '.js', '.jsx'];
  const candidates = [
    path,
    ...extensions.map((extension) => bare + extension),
    ...extensions.flatMap((extension) => [path + extension, join(path, `index${extension}`)]),
  ];
  return candidates.find((file) => isScript(file) && (log.unsavedText(file) ?? readIfThere(file)) !== undefined);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // A file that cannot be read is reported by the bundler, where it is imported.
    return undefined;
  }
}
