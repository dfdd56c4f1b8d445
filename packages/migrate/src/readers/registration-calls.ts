/**
 * The name and the place of a call that registers something.
 */
import { type CallExpression, Node } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { declarationOf, memberOf, resolve, textOf } from '../source/static-value.js';

/** Returns the name of the component that a call registers, if its source says it. */
export function nameIn(call: CallExpression): { readonly name?: string } {
  const first = call.getArguments()[0];
  const name = textOf(first) ?? (first && textOf(memberOf(resolve(first), 'name')));
  return name === undefined ? {} : { name };
}

/** Returns whether a node inside of a statement runs its parts more than once: a loop, or a function that is passed to a call. */
export function isRepeated(node: Node, statement: Node): boolean {
  if (node.getStart() <= statement.getStart() && node.getEnd() >= statement.getEnd() && node !== statement) {
    return (
      Node.isForOfStatement(node) ||
      Node.isForStatement(node) ||
      Node.isForInStatement(node) ||
      Node.isWhileStatement(node) ||
      isCallback(node)
    );
  }
  return false;
}

/** A function that is passed to a call, such as that of `forEach`. */
function isCallback(node: Node): boolean {
  const parent = node.getParent();
  return (
    (Node.isArrowFunction(node) || Node.isFunctionExpression(node)) &&
    Node.isCallExpression(parent) &&
    parent.getExpression() !== node &&
    !/^(main|run|start)/.test(parent.getExpression().getText())
  );
}

/** Returns the name of the component that the call of a wrapper registers, if its arguments, or the class of its object, say it. */
export function nameGivenBy(call: CallExpression): { readonly name?: string } {
  const called = call.getExpression();
  const object = Node.isPropertyAccessExpression(called) ? resolve(called.getExpression()) : undefined;
  const made = Node.isNewExpression(object) ? declarationOf(object.getExpression()) : undefined;
  const own = Node.isClassDeclaration(made) ? made.getProperty('name')?.getInitializer() : undefined;
  const given = call.getArguments().map((one) => textOf(one) ?? textOf(memberOf(resolve(one), 'name')));
  const name = textOf(own) ?? given.find((text) => text !== undefined);
  return name === undefined ? {} : { name };
}

/** Returns the call that disables or removes what a registration returned, outside of handlers, which run later. */
export function closingCall(call: CallExpression, isRegistration: (node: Node) => boolean): Node | undefined {
  const chained = closing(call);
  if (chained) return chained;
  const variable = call.getFirstAncestor(Node.isVariableDeclaration);
  const isHeld = variable?.getFirstAncestor(isWritten) === call.getFirstAncestor(isWritten);
  if (!variable || !isHeld || !Node.isIdentifier(variable.getNameNode())) return undefined;
  const uses = variable.findReferencesAsNodes().filter((use) => !use.getAncestors().some(isRegistration));
  return uses.map(closing).find((one) => one !== undefined);
}

function closing(object: Node): Node | undefined {
  const access = object.getParent();
  if (!Node.isPropertyAccessExpression(access) || access.getExpression() !== object) return undefined;
  const called = access.getParent();
  return Node.isCallExpression(called) && ['disable', 'remove'].includes(access.getName()) ? called : undefined;
}
