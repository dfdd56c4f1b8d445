/**
 * Finds import cycles of files, across packages and including type imports.
 */
import type { Problem } from '../problem.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import { buildGraph, circlesIn } from './import-graph.ts';

/**
 * Returns one problem per cycle, named by its files in import order.
 *
 * @param entries the file behind each package name of ours: `@sigil/core` → `packages/core/src/index.ts`
 */
export function findCycles(files: readonly SourceFile[], entries: ReadonlyMap<string, string>): Problem[] {
  const circles = circlesIn(buildGraph(files, entries));
  return circles.map((circle) => ({ file: circle[0] ?? '', message: `import cycle: ${circle.join(' → ')}` }));
}
