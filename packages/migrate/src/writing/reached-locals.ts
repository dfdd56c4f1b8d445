/**
 * Finds the locals of set-up code that components use: a method is outside of the scope that they were declared in.
 */
import { Node, SyntaxKind, type Statement } from 'ts-morph';
import { isConditional } from '../readers/conditions.js';
import type { ServerUses } from '../readers/server-uses.js';
import { isMemberName } from '../source/moved-text.js';

/** The place where a local can be reached from a method. */
export type Reach = 'start' | 'function' | 'module';

/**
 * Returns where the declarations of a statement must go for components that use them: variables of a branch to the function around it, and
 * functions before it; locals of a method to the module. `undefined` if they stay, since no component uses them, or cannot be moved.
 */
export function reachOf(uses: ServerUses, statement: Statement, isInBranch: boolean): Reach | undefined {
  if (!isUsed(uses, statement)) return undefined;
  if (isInMethod(statement)) return isMovable(statement) ? 'module' : undefined;
  if (Node.isFunctionDeclaration(statement)) return isInBranch && !isConditional(statement) ? 'start' : undefined;
  return isInBranch || isConditional(statement) ? 'function' : undefined;
}

/** Returns the first name in a registration whose declaration its method cannot reach. */
export function unreachableIn(node: Node): Node | undefined {
  return [node, ...node.getDescendants()].find((one) => {
    if (!Node.isIdentifier(one) || isMemberName(one)) return false;
    const declaration = one.getSymbol()?.getDeclarations()[0];
    if (!declaration || declaration.getSourceFile() !== node.getSourceFile() || isWithin(declaration, node))
      return false;
    const statement = statementOf(declaration);
    if (isInMethod(declaration)) return !statement || !isMovable(statement);
    const isBlockScoped = Node.isFunctionDeclaration(declaration) || Node.isClassDeclaration(declaration);
    return isBlockScoped && isConditional(declaration);
  });
}

/** Whether components use what a statement declares, also by way of other locals. */
function isUsed(uses: ServerUses, statement: Node, seen = new Set<Node>()): boolean {
  if (seen.has(statement)) return false;
  seen.add(statement);
  const references = Node.isVariableStatement(statement)
    ? statement.getDeclarations().flatMap((one) => one.findReferencesAsNodes())
    : Node.isFunctionDeclaration(statement)
      ? statement.findReferencesAsNodes()
      : [];
  return references.some((use) => {
    if (use.getAncestors().some((one) => uses.registrationIn(one) === one)) return true;
    const other = use.getAncestors().find((one) => one.getParent() === statement.getParent());
    return other !== undefined && isUsed(uses, other, seen);
  });
}

/** Whether a node is inside of a method or a constructor, and no member of the class itself. */
function isInMethod(node: Node): boolean {
  return node.getAncestors().some((one) => Node.isMethodDeclaration(one) || Node.isConstructorDeclaration(one));
}

/** Whether the declarations of a statement need nothing of their class, and no local that does. */
function isMovable(statement: Node, seen = new Set<Node>()): boolean {
  if (!Node.isVariableStatement(statement) && !Node.isFunctionDeclaration(statement)) return false;
  if (seen.has(statement)) return true;
  seen.add(statement);
  if (statement.getDescendantsOfKind(SyntaxKind.ThisKeyword).length > 0) return false;
  return statement.getDescendantsOfKind(SyntaxKind.Identifier).every((name) => {
    const declaration = name.getSymbol()?.getDeclarations()[0];
    if (!declaration || isWithin(declaration, statement) || !isInMethod(declaration)) return true;
    const other = statementOf(declaration);
    return other !== undefined && isMovable(other, seen);
  });
}

/** The statement of a local; undefined for a parameter. */
function statementOf(declaration: Node): Node | undefined {
  if (Node.isParameterDeclaration(declaration) || declaration.getFirstAncestor(Node.isParameterDeclaration))
    return undefined;
  return Node.isStatement(declaration) ? declaration : declaration.getFirstAncestor(Node.isStatement);
}

function isWithin(inner: Node, outer: Node): boolean {
  return (
    inner.getSourceFile() === outer.getSourceFile() &&
    inner.getPos() >= outer.getPos() &&
    inner.getEnd() <= outer.getEnd()
  );
}
