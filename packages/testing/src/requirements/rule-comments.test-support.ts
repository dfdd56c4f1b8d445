/**
 * Reads which rules a test file covers: `// Rules: 38, 39` directly above a test, or above a group of them.
 *
 * Reads text only; the meaning of the numbers is not its concern.
 */
import ts from 'typescript';

/** A test file, by its path from the workspace's root. */
export interface TestFile {
  readonly path: string;
  readonly text: string;
}

/** One test, or a group of tests that names rules as a whole. */
export interface NamedTest {
  readonly path: string;
  readonly line: number;
  /** The test's name, preceded by those of its groups, outermost first. */
  readonly title: string;
  readonly isGroup: boolean;
  /** The rules named by the comment above it. */
  readonly rules: readonly number[];
  /** True when it, or one of its groups, names a rule. */
  readonly isCovered: boolean;
}

/** A comment that resembles a rule comment but is none: no test follows it, or it is misspelt. */
export interface StrayComment {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The tests and comments of a file. */
export interface RuleComments {
  readonly tests: readonly NamedTest[];
  readonly strays: readonly StrayComment[];
}

const anyMention = /^[ \t]*\/\/\s*rules?\b\s*:.*$/gim;
const wellFormed = /^\/\/ Rules: (\d+(?:, \d+)*)$/;
const groupCallers: ReadonlySet<string> = new Set(['describe']);
const testCallers: ReadonlySet<string> = new Set(['test', 'it', 'runTransportContract']);

interface Surroundings {
  readonly titles: readonly string[];
  readonly isCovered: boolean;
}

/** Reads one file. */
export function readRuleComments(file: TestFile): RuleComments {
  const tree = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true);
  const tests: NamedTest[] = [];
  const used = new Set<number>();

  const visit = (node: ts.Node, around: Surroundings): void => {
    const declared = declarationIn(node);
    if (!declared) return ts.forEachChild(node, (child) => visit(child, around));
    const comment = commentAbove(node, file.text);
    if (comment) used.add(comment.start);
    const rules = comment?.rules ?? [];
    const inner = { titles: [...around.titles, declared.title], isCovered: around.isCovered || rules.length > 0 };
    tests.push({
      path: file.path,
      line: lineAt(tree, node.getStart(tree)),
      title: inner.titles.join(' › '),
      isGroup: declared.isGroup,
      rules,
      isCovered: inner.isCovered,
    });
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(tree, { titles: [], isCovered: false });
  return { tests, strays: strayComments(file, tree, used) };
}

/** Recognises `describe('…')`, `test('…')`, and both with `.each` of a table, as a statement of its own. */
function declarationIn(node: ts.Node): { title: string; isGroup: boolean } | undefined {
  if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return undefined;
  const { expression, arguments: args } = node.expression;
  const [title] = args;
  const caller = callerName(expression);
  if (caller === undefined || !title || !ts.isStringLiteralLike(title)) return undefined;
  if (!groupCallers.has(caller) && !testCallers.has(caller)) return undefined;
  return { title: title.text, isGroup: groupCallers.has(caller) };
}

/** Returns the name at the root of `test`, `test.each(…)`, `describe.each<…>(…)`. */
function callerName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isCallExpression(expression) || ts.isPropertyAccessExpression(expression))
    return callerName(expression.expression);
  return undefined;
}

function commentAbove(node: ts.Node, text: string): { start: number; rules: readonly number[] } | undefined {
  const above = (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).at(-1);
  if (!above) return undefined;
  const rules = readRules(text.slice(above.pos, above.end));
  const isDirectlyAbove = !text.slice(above.end, node.getStart()).includes('\n\n');
  return rules && isDirectlyAbove ? { start: above.pos, rules } : undefined;
}

function readRules(comment: string): readonly number[] | undefined {
  const listed = wellFormed.exec(comment)?.[1];
  return listed?.split(', ').map(Number);
}

function strayComments(file: TestFile, tree: ts.SourceFile, used: ReadonlySet<number>): StrayComment[] {
  const comments = [...file.text.matchAll(anyMention)].map((found) => ({
    start: found.index + found[0].indexOf('//'),
    text: found[0].trim(),
  }));
  return comments
    .filter(({ start }) => !used.has(start) && !isInsideText(tree, start))
    .map(({ start, text }) => ({ path: file.path, line: lineAt(tree, start), text }));
}

/** Returns whether the place is inside a string or a template, such as a fictitious file in a test of this reader. */
function isInsideText(tree: ts.SourceFile, at: number): boolean {
  const find = (node: ts.Node): boolean => {
    if (at < node.getStart(tree) || at >= node.end) return false;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
    return ts.forEachChild(node, (child) => find(child) || undefined) ?? false;
  };
  return find(tree);
}

function lineAt(tree: ts.SourceFile, position: number): number {
  return tree.getLineAndCharacterOfPosition(position).line + 1;
}
