/**
 * Copies the body of a loop or of a function as statements, with other texts in place of its names.
 */
import { Node, type Statement } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { joinLined, type LinedText, linedAt } from '../source/source-lines.js';
import { truthOf } from './known-values.js';
import { renameLocals } from './local-renames.js';
import { type Replacements, bindAliases } from './replacements.js';
import { copied } from './substitution.js';

/** The statement that ends one pass of a loop, or a function. */
export type Exit = 'continue' | 'return';

/** Returns whether a body ends early only by statements `if (…) continue;` of its own, which become branches of a copy. */
export function hasPlainExits(body: Node, exit: Exit): boolean {
  const statements = statementsOf(body);
  const known = new Set(statements.filter((one) => isExit(one, exit)).map(lastOf));
  const last = statements.at(-1);
  if (exit === 'return' && last) known.add(last);
  let isPlain = true;
  body.forEachDescendant((node, traversal) => {
    if (isWritten(node) || Node.isClassDeclaration(node)) traversal.skip();
    else if (Node.isReturnStatement(node)) isPlain &&= exit === 'return' && known.has(node);
    else if (exit === 'return') return;
    else if (Node.isContinueStatement(node)) isPlain &&= known.has(node) && !node.getLabel();
    else if (Node.isBreakStatement(node))
      isPlain &&= !node.getLabel() && isInside(node.getFirstAncestor(isLeftByBreak), body);
  });
  return isPlain;
}

function isLeftByBreak(node: Node): boolean {
  return Node.isSwitchStatement(node) || Node.isIterationStatement(node);
}

/** Whether a node is a part of a body. */
function isInside(node: Node | undefined, body: Node): boolean {
  return node !== undefined && (node === body || node.getAncestors().includes(body));
}

/** Copies a body. @throws NotCopied */
export function copiedBody(
  body: Node,
  replacements: Replacements,
  { exit, taken }: { readonly exit: Exit; readonly taken: Set<string> },
): LinedText {
  const statements = statementsOf(body);
  const aliases = bindAliases(replacements, statements);
  renameLocals(replacements, body, taken);
  if (statements.length === 0 && !Node.isBlock(body))
    return asStatement(copied(body, replacements, [body.getStart(), body.getEnd()]));
  return joinLined(
    copiedStatements(body, replacements, { exit, statements: statements.filter((one) => !aliases.has(one)) }),
  );
}

function copiedStatements(
  body: Node,
  replacements: Replacements,
  { exit, statements }: { readonly exit: Exit | 'none'; readonly statements: readonly Statement[] },
): readonly LinedText[] {
  const parts: LinedText[] = [];
  for (const [index, statement] of statements.entries()) {
    const line = statement.getStartLineNumber();
    const isTrue = Node.isIfStatement(statement) ? truthOf(statement.getExpression(), replacements) : undefined;
    if (isExit(statement, exit) && Node.isIfStatement(statement)) {
      if (isTrue === true) return parts;
      if (isTrue === false) continue;
      const condition = statement.getExpression();
      const rest = copiedStatements(body, replacements, { exit, statements: statements.slice(index + 1) });
      return [
        ...parts,
        linedAt('\nif (!(', line),
        copied(body, replacements, [condition.getStart(), condition.getEnd()]),
        linedAt(')) {', line),
        ...rest,
        linedAt('\n}', line),
      ];
    }
    if (Node.isIfStatement(statement) && isTrue !== undefined) {
      const branch = isTrue ? statement.getThenStatement() : statement.getElseStatement();
      parts.push(
        ...copiedStatements(body, replacements, { exit: 'none', statements: branch ? statementsOf(branch) : [] }),
      );
      continue;
    }
    const isLast = index === statements.length - 1 && exit === 'return';
    const returned = isLast && Node.isReturnStatement(statement) ? statement.getExpression() : undefined;
    if (isLast && Node.isReturnStatement(statement) && !returned) continue;
    parts.push(
      returned
        ? asStatement(copied(body, replacements, [returned.getStart(), returned.getEnd()]))
        : copied(body, replacements, [statement.getPos(), statement.getEnd()]),
    );
  }
  return parts;
}

function asStatement(text: LinedText): LinedText {
  const line = text.lines[0] ?? 1;
  return joinLined([linedAt('\n', line), text, linedAt(';', text.lines.at(-1) ?? line)]);
}

function statementsOf(body: Node): readonly Statement[] {
  if (Node.isBlock(body)) return body.getStatements();
  return Node.isStatement(body) ? [body] : [];
}

/** Whether a statement is `if (…) continue;`. */
function isExit(statement: Statement, exit: Exit | 'none'): boolean {
  if (exit === 'none' || !Node.isIfStatement(statement) || statement.getElseStatement()) return false;
  const then = statement.getThenStatement();
  const last = lastOf(statement);
  const isOnly = !Node.isBlock(then) || then.getStatements().length === 1;
  return (
    isOnly &&
    (exit === 'continue' ? Node.isContinueStatement(last) : Node.isReturnStatement(last) && !last.getExpression())
  );
}

/** The statement that the branch of an `if` ends with. */
function lastOf(statement: Statement): Node | undefined {
  if (!Node.isIfStatement(statement)) return statement;
  const then = statement.getThenStatement();
  return Node.isBlock(then) ? then.getStatements().at(-1) : then;
}
