/**
 * Finds files that import each other in a circle, across packages and type imports included.
 */
import { posix } from 'node:path';
import type { Problem } from '../problem.ts';
import { importsOf } from '../workspace/parse-source.ts';
import type { SourceFile } from '../workspace/source-file.ts';

/** File path to the paths it imports. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

/**
 * One problem per circle, named by its files in import order.
 *
 * @param entries the file that stands behind each package name of ours: `@sigil/core` → `packages/core/src/index.ts`
 */
export function findCycles(files: readonly SourceFile[], entries: ReadonlyMap<string, string>): Problem[] {
  const graph = buildGraph(files, entries);
  const finished = new Set<string>();
  const cycles: string[][] = [];
  for (const path of graph.keys()) collectCycles(path, [], { graph, finished, cycles });
  return cycles.map((cycle) => ({ file: cycle[0] ?? '', message: `import cycle: ${cycle.join(' → ')}` }));
}

interface Search {
  readonly graph: ImportGraph;
  readonly finished: Set<string>;
  readonly cycles: string[][];
}

/** Depth first; a file met again on the way that led to it closes a circle. Adds to `search`. */
function collectCycles(path: string, way: readonly string[], search: Search): void {
  const metAt = way.indexOf(path);
  if (metAt !== -1) {
    search.cycles.push([...way.slice(metAt), path]);
    return;
  }
  if (search.finished.has(path)) return;
  for (const next of search.graph.get(path) ?? []) collectCycles(next, [...way, path], search);
  search.finished.add(path);
}

function buildGraph(files: readonly SourceFile[], entries: ReadonlyMap<string, string>): ImportGraph {
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
