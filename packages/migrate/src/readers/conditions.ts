/**
 * Finds the conditions under which an old server registers a component: branches around the call, and around the calls of its set-up
 * functions, also those that return early.
 */
import { type Expression, type IfStatement, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { isWritten, type Written } from '../handlers/returns.js';
import { functionBehind } from './server-values.js';

/** A condition, or its opposite. */
export interface Condition {
  readonly at: Expression;
  readonly isNegated: boolean;
}

/** Lists the conditions of a call, the outermost first. */
export function conditionsOf(files: readonly SourceFile[], call: Node): readonly Condition[] {
  let outer: readonly Condition[] = [];
  const own: Condition[] = [];
  const seen = new Set<Node>();
  let node = call;
  for (let parent = node.getParent(); parent; parent = node.getParent()) {
    own.unshift(...earlyReturnsBefore(node), ...branchOf(parent, node));
    node = parent;
    if (!isWritten(parent)) continue;
    // What a callback tests is known only when it runs.
    if (isCallback(parent)) return outer;
    outer = [...own.splice(0), ...outer];
    const caller = seen.has(parent) ? undefined : onlyCall(files, parent);
    seen.add(parent);
    if (!caller) return outer;
    node = caller;
  }
  return [...own, ...outer];
}

/** Returns whether a statement runs under a condition inside of its function. */
export function isConditional(statement: Node): boolean {
  return conditionsOf([], statement).length > 0;
}

/** Returns whether a set-up function runs only if the branch of its only call does. */
export function isConditionalCall(files: readonly SourceFile[], call: Node, fn: Written): boolean {
  return onlyCall(files, fn) === call && conditionsOf(files, call).some(({ at }) => !isMainCheck(at));
}

/** Returns whether a condition asks for the module that a process started, which is none of a plugin. */
export function isMainCheck(condition: Node): boolean {
  return /\bimport\.meta\b|\brequire\.main\b|\bprocess\.argv\[1\]/.test(condition.getText());
}

/** Returns the condition whose branch a node is. */
function branchOf(parent: Node, node: Node): readonly Condition[] {
  if (Node.isIfStatement(parent) && parent.getExpression() !== node)
    return [{ at: parent.getExpression(), isNegated: parent.getElseStatement() === node }];
  if (Node.isConditionalExpression(parent) && parent.getCondition() !== node)
    return [{ at: parent.getCondition(), isNegated: parent.getWhenFalse() === node }];
  if (!Node.isBinaryExpression(parent) || parent.getRight() !== node) return [];
  const operator = parent.getOperatorToken().getKind();
  if (operator === SyntaxKind.AmpersandAmpersandToken) return [{ at: parent.getLeft(), isNegated: false }];
  return operator === SyntaxKind.BarBarToken ? [{ at: parent.getLeft(), isNegated: true }] : [];
}

/** The statements `if (…) return;` before a statement, each of which keeps the rest of its block from running. */
function earlyReturnsBefore(node: Node): readonly Condition[] {
  const block = node.getParent();
  if (!Node.isStatement(node) || !Node.isBlock(block)) return [];
  const before = block.getStatements().slice(0, block.getStatements().indexOf(node));
  return before.filter(isEarlyReturn).map((one) => ({ at: one.getExpression(), isNegated: true }));
}

/** Returns whether a statement is `if (…) return;`, with or without other statements before the return. */
export function isEarlyReturn(statement: Node): statement is IfStatement {
  if (!Node.isIfStatement(statement) || statement.getElseStatement()) return false;
  const then = statement.getThenStatement();
  const last = Node.isBlock(then) ? then.getStatements().at(-1) : then;
  return Node.isReturnStatement(last);
}

/** A function that is passed to a call, such as a handler of HTTP requests. */
function isCallback(fn: Written): boolean {
  const parent = fn.getParent();
  return Node.isCallExpression(parent) && parent.getArguments().includes(fn);
}

/** The only call of a function. */
function onlyCall(files: readonly SourceFile[], fn: Written): Node | undefined {
  const parent = fn.getParent();
  if (Node.isParenthesizedExpression(parent) && Node.isCallExpression(parent.getParent())) return parent.getParent();
  const calls = files.flatMap((file) =>
    file.getDescendantsOfKind(SyntaxKind.CallExpression).filter((call) => functionBehind(call.getExpression()) === fn),
  );
  return calls.length === 1 ? calls[0] : undefined;
}
