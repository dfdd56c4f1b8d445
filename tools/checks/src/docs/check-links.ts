/**
 * Refuses links in the documentation to files or headings that do not exist. Ignores links to the web.
 */
import { posix } from 'node:path';
import type { Problem } from '../problem.ts';
import type { SourceFile } from '../workspace/source-file.ts';
import type { FindPath } from './check-trees.ts';
import { anchorsIn, linksIn } from './markdown.ts';

const webLink = /^[a-z][a-z0-9+.-]*:/i;

/** Checks every relative link of every document; an anchor is checked when the target is one of the documents. */
export function checkLinks(documents: readonly SourceFile[], findPath: FindPath): Problem[] {
  const anchors = new Map(documents.map(({ path, text }) => [path, anchorsIn(text)]));
  return documents.flatMap((document) =>
    linksIn(document.text)
      .filter(({ target }) => !webLink.test(target))
      .flatMap(({ target, line }) => {
        const [path = '', anchor] = target.split('#');
        const file = path === '' ? document.path : posix.join(posix.dirname(document.path), decodeURI(path));
        if (!findPath(file.replace(/\/$/, '')))
          return [{ file: document.path, line, message: `link to "${target}": no such file` }];
        const known = anchors.get(file);
        if (!anchor || !known || known.has(anchor)) return [];
        return [{ file: document.path, line, message: `link to "${target}": no such heading` }];
      }),
  );
}
