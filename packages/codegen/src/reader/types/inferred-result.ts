/**
 * Finds the syntax of a result whose method has no return type: that of the only expression it returns, `Token` in
 * `return this.token`. Reports constraints that several expressions lose together.
 */
import type { ts } from 'ts-morph';
import { findConstraint } from '../docs/constraint-tags.js';
import { compiler } from '../program/compiler.js';
import { placeOf } from '../program/problems.js';
import type { Reading } from '../program/reading.js';
import { findDocs } from './find-docs.js';
import { typeOfExpression } from './follow-type.js';
import { leavesOf } from './named-primitives.js';
import type { TypeSite } from './type-site.js';
import { findReferenced, followAliases, typeArgumentsOf, type WrittenType } from './written-type.js';

/** Returns the syntax of the type of the only returned expression; `undefined` for none, for several, and for computed ones. */
export function writtenResult(reading: Reading, method: ts.MethodDeclaration): WrittenType | undefined {
  const [only, ...others] = method.type || method.asteriskToken ? [] : returnedBy(method);
  return only && others.length === 0 ? typeOfExpression(reading, only) : undefined;
}

/**
 * Adds a note for each constrained name among several returned expressions, and in the items of a returned list: TypeScript infers
 * the type without it.
 */
export function noteLostResult(reading: Reading, method: ts.MethodDeclaration, owner: string): void {
  if (method.type || method.asteriskToken) return;
  const returned = returnedBy(method);
  if (returned.length === 1 && returned[0] && typeOfExpression(reading, returned[0])) return;
  const at = placeOf(method.name);
  const site: TypeSite = { at, owner, role: 'result', path: '', written: undefined };
  const lost = new Map<string, readonly string[]>();
  for (const written of returned.flatMap((one) => typeOfExpression(reading, one) ?? [])) {
    for (const leaf of leavesOf(reading, settled(reading, written))) {
      const symbol = findReferenced(reading, leaf);
      const alias = symbol?.declarations?.find(compiler.isTypeAliasDeclaration);
      const tags = (alias && findDocs(reading, alias, site)?.comment.tags) ?? [];
      const constraints = tags.map(({ name }) => `@${name}`).filter((name) => findConstraint(name.slice(1)));
      if (symbol && constraints.length > 0) lost.set(symbol.name, constraints);
    }
  }
  if (lost.size === 0) return;
  const names = [...lost].map(([name, tags]) => `${tags.join(', ')} of ${name}`).join('; ');
  const message = `${owner}, result: its type is inferred, and loses ${names}`;
  const fix = `Write the method's return type with ${[...lost.keys()].join(' and ')} in it.`;
  reading.problems.add({ code: 'SIGIL056', severity: 'note', at, message, fix });
}

/** Returns the type that a promise resolves to. */
function settled(reading: Reading, written: WrittenType): WrittenType {
  const followed = followAliases(reading, written);
  const symbol = findReferenced(reading, followed);
  const [first] = followed ? typeArgumentsOf(followed.node) : [];
  if (!followed || !first || symbol?.name !== 'Promise' || !reading.origins.isBuiltIn(symbol)) return written;
  return { node: first, bindings: followed.bindings };
}

/** Returns the expressions of the method's own return statements, each branch of a conditional one and of `??` by itself. */
function returnedBy(method: ts.MethodDeclaration): readonly ts.Expression[] {
  const found: ts.Expression[] = [];
  const visit = (node: ts.Node): void => {
    if (compiler.isFunctionLike(node) || compiler.isClassLike(node)) return;
    if (compiler.isReturnStatement(node) && node.expression) found.push(...alternativesOf(node.expression));
    else compiler.forEachChild(node, visit);
  };
  if (method.body) compiler.forEachChild(method.body, visit);
  return found;
}

function alternativesOf(expression: ts.Expression): readonly ts.Expression[] {
  if (compiler.isParenthesizedExpression(expression)) return alternativesOf(expression.expression);
  if (compiler.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap(alternativesOf);
  const { QuestionQuestionToken, BarBarToken } = compiler.SyntaxKind;
  const isEither =
    compiler.isBinaryExpression(expression) &&
    [QuestionQuestionToken, BarBarToken].some((kind) => kind === expression.operatorToken.kind);
  if (isEither) return [expression.left, expression.right].flatMap(alternativesOf);
  // Two items make the type of a list one that no single expression has.
  if (compiler.isArrayLiteralExpression(expression)) return [...expression.elements, expression];
  return [expression];
}
