/**
 * Finds out whether the sources change an array or an object after it was made, so that its literal does not say what it has.
 */
import { Node } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { isAssigned } from '../source/assignments.js';
import { functionBehind } from '../readers/server-values.js';

const changing = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'set',
  'delete',
  'clear',
]);
const changingObjects = /^(Object|Reflect)\.(assign|define\w*|set\w*|delete\w*)$/;
const giving = /^(find|at|filter|slice|concat|values|entries)$/;
const visiting = /^(forEach|map|flatMap|filter|find|findIndex|some|every|reduce)$/;

/** Returns whether something changes the value that a name has, or assigns the name itself. */
export function isChanged(declaration: Node, seen = new Set<Node>()): boolean {
  if (seen.has(declaration)) return false;
  seen.add(declaration);
  const isNamed =
    Node.isVariableDeclaration(declaration) ||
    Node.isParameterDeclaration(declaration) ||
    Node.isBindingElement(declaration);
  if (!isNamed) return false;
  const name = declaration.getNameNode();
  if (!Node.isIdentifier(name))
    return name.getDescendants().some((one) => Node.isBindingElement(one) && isChanged(one, seen));
  return name.findReferencesAsNodes().some((use) => isChangedBy(use, seen));
}

function isChangedBy(use: Node, seen: Set<Node>): boolean {
  const value = accessOf(use);
  const parent = value.getParent();
  if (isAssigned(value) || Node.isDeleteExpression(parent)) return true;
  if (Node.isVariableDeclaration(parent)) return parent.getInitializer() === value && isChanged(parent, seen);
  if (Node.isForOfStatement(parent))
    return parent.getExpression() === value && declaredBy(parent).some((one) => isChanged(one, seen));
  if (!Node.isCallExpression(parent)) return false;
  if (parent.getExpression() === value) return isChangedByMethod(value, parent, seen);
  const called = parent.getExpression().getText();
  if (changingObjects.test(called)) return parent.getArguments()[0] === value;
  if (/^Object\.(values|entries|freeze)$/.test(called)) return isChangedBy(parent, seen);
  const parameter = functionBehind(parent.getExpression())?.getParameters()[parent.getArguments().indexOf(value)];
  return parameter !== undefined && isChanged(parameter, seen);
}

/** The longest access that a name begins: `tools[0].description` of `tools`. */
function accessOf(node: Node): Node {
  const parent = node.getParent();
  const isLonger =
    (Node.isPropertyAccessExpression(parent) || Node.isElementAccessExpression(parent)) &&
    parent.getExpression() === node;
  const isSame =
    Node.isNonNullExpression(parent) || Node.isAsExpression(parent) || Node.isParenthesizedExpression(parent);
  return isLonger || isSame ? accessOf(parent) : node;
}

/** `tools.push(…)`, or `tools.forEach((tool) => …)` whose function changes what it gets. */
function isChangedByMethod(called: Node, call: Node, seen: Set<Node>): boolean {
  if (!Node.isPropertyAccessExpression(called) || !Node.isCallExpression(call)) return false;
  if (changing.has(called.getName())) return true;
  if (giving.test(called.getName()) && isChangedBy(call, seen)) return true;
  if (!visiting.test(called.getName())) return false;
  const given = call.getArguments()[0];
  const fn = given && (isWritten(given) ? given : functionBehind(given));
  return fn?.getParameters().some((one) => isChanged(one, seen)) ?? false;
}

function declaredBy(loop: Node): readonly Node[] {
  const declared = Node.isForOfStatement(loop) ? loop.getInitializer() : undefined;
  return Node.isVariableDeclarationList(declared) ? declared.getDeclarations() : [];
}
