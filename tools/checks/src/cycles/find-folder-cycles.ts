/**
 * Finds import cycles of a package's folders, including type imports.
 *
 * A package's own folder and its `src` do not count: they hold its entries, which may import all others.
 */
import { posix } from 'node:path';
import type { Problem } from '../problem.ts';
import { isTestFile } from '../workspace/source-file.ts';
import type { WorkspacePackage } from '../workspace/workspace.ts';
import { buildGraph, circlesIn } from './import-graph.ts';

/** One import between files of different folders. */
interface Crossing {
  readonly from: string;
  readonly to: string;
}

/** Returns one problem per cycle, with an import for each of its steps. Tests may import from everywhere. */
export function findFolderCycles({ folder, sources }: WorkspacePackage): Problem[] {
  const crossings = crossingsOf(
    sources.filter(({ path }) => !isTestFile(path)),
    new Set([folder, `${folder}/src`]),
  );
  const graph = new Map<string, string[]>();
  for (const { from, to } of crossings) {
    const targets = graph.get(posix.dirname(from)) ?? [];
    graph.set(posix.dirname(from), targets.includes(posix.dirname(to)) ? targets : [...targets, posix.dirname(to)]);
  }
  return circlesIn(graph).map((circle) => ({ file: circle[0] ?? '', message: describe(circle, crossings) }));
}

function crossingsOf(files: WorkspacePackage['sources'], roots: ReadonlySet<string>): Crossing[] {
  const imports = [...buildGraph(files, new Map())].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
  return imports.filter(({ from, to }) => {
    const [importing, imported] = [posix.dirname(from), posix.dirname(to)];
    return importing !== imported && !roots.has(importing) && !roots.has(imported);
  });
}

function describe(circle: readonly string[], crossings: readonly Crossing[]): string {
  const steps = circle.slice(1).map((folder, index) => {
    const step = crossings.find(
      ({ from, to }) => posix.dirname(from) === circle[index] && posix.dirname(to) === folder,
    );
    return step ? `${step.from} imports ${step.to}` : folder;
  });
  return `folder cycle: ${circle.join(' → ')} (${steps.join(', ')})`;
}
