/**
 * Reads which file imports which, and finds cycles in such a graph.
 */
import { posix } from 'node:path';
import { importsOf } from '../workspace/parse-source.ts';
import type { SourceFile } from '../workspace/source-file.ts';

/** The imports of each file or folder, by its path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** @param entries the file behind each package name of ours: `@sigil/core` → `packages/core/src/index.ts` */
export function buildGraph(files: readonly SourceFile[], entries: ReadonlyMap<string, string>): ImportGraph {
  const known = new Set(files.map(({ path }) => path));
  const resolve = (specifier: string, from: string): string | undefined => {
    if (!specifier.startsWith('.')) return entries.get(specifier);
    const target = posix.join(posix.dirname(from), specifier);
    return [target, target.replace(/\.js$/, '.ts')].find((path) => known.has(path));
  };
  return new Map(
    files.map((file) => [
      file.path,
      importsOf(file)
        .map(({ specifier }) => resolve(specifier, file.path))
        .filter((path) => path !== undefined),
    ]),
  );
}

/** Returns the cycles of the graph, each from its first visited path back to the same path. */
export function circlesIn(graph: ImportGraph): readonly (readonly string[])[] {
  const search: Search = { graph, finished: new Set(), circles: [] };
  for (const path of graph.keys()) collectCircles(path, [], search);
  return search.circles;
}

interface Search {
  readonly graph: ImportGraph;
  readonly finished: Set<string>;
  readonly circles: string[][];
}

/** Searches depth first; a path met again on the current way closes a cycle. Adds to `search`. */
function collectCircles(path: string, way: readonly string[], search: Search): void {
  const metAt = way.indexOf(path);
  if (metAt !== -1) {
    search.circles.push([...way.slice(metAt), path]);
    return;
  }
  if (search.finished.has(path)) return;
  for (const next of search.graph.get(path) ?? []) collectCircles(next, [...way, path], search);
  search.finished.add(path);
}
