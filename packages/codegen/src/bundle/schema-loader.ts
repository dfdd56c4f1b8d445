/**
 * Inserts schemas into sources while the bundler loads them.
 */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { OnLoadResult, Plugin } from 'esbuild';
import type { SchemaCall } from '../model/plugin-model.js';
import { loaderFor } from './compiler-settings.js';

/** The calls in each file; paths are absolute, with `/`, in alphabetical order. */
export type CallsByFile = ReadonlyMap<string, readonly SchemaCall[]>;

const fileHasChanged = 'this file has changed while it was being built; build again';

/** Groups calls by file. */
export function callsByFile(calls: readonly SchemaCall[]): CallsByFile {
  const byFile = new Map<string, SchemaCall[]>();
  for (const file of [...new Set(calls.map((call) => call.file))].sort()) byFile.set(file, []);
  for (const call of calls) byFile.get(call.file)?.push(call);
  return byFile;
}

/**
 * Makes a bundler plugin that loads exactly `files`.
 *
 * @param findCalls returns the insertions, at each loading
 */
export function schemaLoader(files: readonly string[], findCalls: () => CallsByFile): Plugin {
  const filter = new RegExp(`^(?:${files.map(patternFor).join('|')})$`);
  return {
    name: 'sigil-schemas',
    setup: (build) => build.onLoad({ filter, namespace: 'file' }, ({ path }) => load(path, findCalls())),
  };
}

/** Writes a pattern that Go's regular expressions read too, for paths in the system's own form. */
function patternFor(file: string): string {
  return file.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('/', '[\\\\/]');
}

async function load(path: string, calls: CallsByFile): Promise<OnLoadResult> {
  const inFile = calls.get(path.replaceAll('\\', '/')) ?? [];
  const text = await readFile(path, 'utf8');
  // Loaded lazily: most plugins have no such calls.
  const { insertSchemas } = await import('./insert-schemas.js');
  const changed = insertSchemas(path, text, inFile);
  if (!changed) return { errors: [{ text: fileHasChanged, location: { file: path, line: 1 } }] };

  const map = Buffer.from(changed.map).toString('base64');
  const contents = `${changed.code}\n//# sourceMappingURL=data:application/json;base64,${map}`;
  return { contents, loader: loaderFor(path), resolveDir: dirname(path) };
}
