/**
 * Refuses `vi.waitFor` without a limit: its own is one second, which a crowded machine exceeds.
 */
import ts from 'typescript';
import type { Problem } from '../problem.ts';
import { lineOf, parseSource } from '../workspace/parse-source.ts';
import type { SourceFile } from '../workspace/source-file.ts';

/** Checks that each wait of a test names its limit. `expect.poll` has the one of `vitest.shared.ts`. */
export function checkWaits(files: readonly SourceFile[]): Problem[] {
  return files.filter(({ text }) => text.includes('vi.waitFor(')).flatMap(checkFile);
}

function checkFile(file: SourceFile): Problem[] {
  const tree = parseSource(file);
  const problems: Problem[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.length === 1 && node.expression.getText(tree) === 'vi.waitFor') {
      const message = 'vi.waitFor ends after a second on any machine: give it a limit, such as 20_000';
      problems.push({ file: file.path, line: lineOf(tree, node), message });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return problems;
}
