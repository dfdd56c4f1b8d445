/**
 * Refuses protocol dates outside the code that may know them: comments may name a rule's revision, code may not.
 */
import ts from 'typescript';
import type { Problem } from '../problem.ts';
import { lineOf, parseSource } from '../workspace/parse-source.ts';
import { isTestFile, type SourceFile } from '../workspace/source-file.ts';

const protocolDate = /\b(2024-11-05|2025-03-26|2025-06-18|2025-11-25|2026-07-28)\b/;
const datelessFolders = ['packages/core/src/', 'packages/transport-'];
const homeOfDates = 'packages/core/src/revisions/';

/** Checks files: only `revisions/` of core knows the dates; the rest of core and the transports ask a revision for facts. */
export function checkProtocolDates(files: readonly SourceFile[]): Problem[] {
  return files
    .filter(({ path }) => datelessFolders.some((folder) => path.startsWith(folder)))
    .filter(({ path }) => !path.startsWith(homeOfDates) && !isTestFile(path))
    .flatMap(checkFile);
}

function checkFile(file: SourceFile): Problem[] {
  const tree = parseSource(file);
  const problems: Problem[] = [];
  const visit = (node: ts.Node): void => {
    const date = isText(node) ? protocolDate.exec(node.getText(tree))?.[0] : undefined;
    if (date) {
      problems.push({
        file: file.path,
        line: lineOf(tree, node),
        message: `protocol date ${date} outside ${homeOfDates}`,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return problems;
}

/** Returns whether a token can contain a date; comments are not tokens. */
function isText(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node) ||
    node.kind === ts.SyntaxKind.RegularExpressionLiteral
  );
}
