/**
 * Refuses a page below `docs/` that neither `docs/README.md` nor the README.md of its own folder links to.
 */
import { posix } from 'node:path';
import type { Problem } from '../problem.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import { linksIn } from './markdown.ts';

const root = 'docs/README.md';

/** Returns a problem for every page without a link. */
export function checkIndex(documents: readonly SourceFile[]): Problem[] {
  const linked = new Map(documents.map((document) => [document.path, pagesLinkedIn(document)]));
  return documents
    .map(({ path }) => path)
    .filter((path) => path.startsWith('docs/') && path !== root)
    .filter((path) => {
      const index = posix.join(posix.dirname(path), 'README.md');
      return !linked.get(root)?.has(path) && !linked.get(index)?.has(path);
    })
    .map((file) => ({ file, message: `no line of ${root}, or of the README.md beside it, leads here` }));
}

function pagesLinkedIn({ path, text }: SourceFile): ReadonlySet<string> {
  const targets = linksIn(text).map(({ target }) => target.split('#')[0] ?? '');
  return new Set(targets.map((target) => posix.join(posix.dirname(path), target)));
}
