/**
 * Refuses doc comments that open with a "What …" or "Who …" clause in place of a subject.
 */
import ts from 'typescript';
import type { Problem } from '../problem.ts';
import { parseSource } from '../workspace/parse-source.ts';
import { isGeneratedFile, type SourceFile } from '../workspace/source-file.ts';

const opening = /^\/\*\*[\s*]*(What|Whatever|Who|Whoever)\b/;
const anywhere = new RegExp(opening.source.slice(1));
const published = /^apps\/[^/]+\/plugins\//;

/** Checks doc comments. Ignores strings, and plugins' sources, whose comments are the descriptions that clients show. */
export function checkOpenings(files: readonly SourceFile[]): Problem[] {
  return files
    .filter(({ path, text }) => !isGeneratedFile(path) && !published.test(path) && anywhere.test(text))
    .flatMap(checkFile);
}

function checkFile(file: SourceFile): Problem[] {
  const tree = parseSource(file);
  return [...commentStarts(tree, file.text)].flatMap((position) => {
    const [, word] = opening.exec(file.text.slice(position)) ?? [];
    if (word === undefined) return [];
    const line = tree.getLineAndCharacterOfPosition(position).line + 1;
    return { file: file.path, line, message: `a doc comment must open with a subject, not with "${word}"` };
  });
}

/** Collects the starts of comments, each once: a comment may precede several nodes that begin at one place. */
function commentStarts(tree: ts.SourceFile, text: string): ReadonlySet<number> {
  const starts = new Set<number>();
  const visit = (node: ts.Node): void => {
    for (const { pos } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) starts.add(pos);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return starts;
}
