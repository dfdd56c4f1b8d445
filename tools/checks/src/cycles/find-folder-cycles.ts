/**
 * Finds import cycles of a package's folders, including type imports.
 *
 * A file directly in a package's folder or in its `src` counts as a folder of its own: an entry may import all others, and all
 * others may import a leaf, but no file may be both.
 */
import { posix } from 'node:path';
import type { Problem } from '../problem.ts';
import { isTestFile } from '../workspace/source-file.ts';
import type { WorkspacePackage } from '../workspace/workspace.ts';
import { buildGraph, circlesIn } from './import-graph.ts';

/** One import between files of different nodes. */
interface Crossing {
  readonly from: string;
  readonly to: string;
}

/** Returns one problem per cycle, with an import for each of its steps. Tests may import from everywhere. */
export function findFolderCycles({ folder, sources }: WorkspacePackage): Problem[] {
  const roots = new Set([folder, `${folder}/src`]);
  const nodeOf = (path: string): string => (roots.has(posix.dirname(path)) ? path : posix.dirname(path));
  const files = sources.filter(({ path }) => !isTestFile(path));
  const crossings: Crossing[] = [...buildGraph(files, new Map())]
    .flatMap(([from, targets]) => targets.map((to) => ({ from, to })))
    .filter(({ from, to }) => nodeOf(from) !== nodeOf(to));
  const graph = new Map<string, string[]>();
  for (const { from, to } of crossings) {
    const targets = graph.get(nodeOf(from)) ?? [];
    graph.set(nodeOf(from), targets.includes(nodeOf(to)) ? targets : [...targets, nodeOf(to)]);
  }
  const importBetween = (node: string, next: string): string => {
    const step = crossings.find(({ from, to }) => nodeOf(from) === node && nodeOf(to) === next);
    return step ? `${step.from} imports ${step.to}` : next;
  };
  return circlesIn(graph).map((circle) => {
    const steps = circle.slice(1).map((node, index) => importBetween(circle[index] ?? '', node));
    return { file: circle[0] ?? '', message: `folder cycle: ${circle.join(' → ')} (${steps.join(', ')})` };
  });
}
