/**
 * Finds all fenced blocks of documents, and the problems with their marks.
 */
import { fencedBlocksIn } from '@sigil/checks/markdown';
import type { Problem } from '@sigil/checks/problem';
import type { SourceFile } from '@sigil/checks/source-file';
import { readMark, type Fence } from './mark.ts';

/** The fences with a valid mark, and a problem for each other one. */
export interface FenceReading {
  readonly fences: readonly Fence[];
  readonly problems: readonly Problem[];
}

export function readFences(documents: readonly SourceFile[]): FenceReading {
  const fences: Fence[] = [];
  const problems: Problem[] = [];
  for (const { path, text } of documents) {
    for (const block of fencedBlocksIn(text)) {
      const mark = readMark(block);
      if (typeof mark === 'string') problems.push({ file: path, line: block.line - 1, message: mark });
      else fences.push({ document: path, block, mark });
    }
  }
  return { fences, problems };
}
