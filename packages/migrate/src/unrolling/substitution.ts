/**
 * Copies code with other texts in place of names: the names of a loop or of the parameters of a function.
 */
import { type Identifier, Node, type SpreadElement } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { isAssigned } from '../source/assignments.js';
import { isMemberName } from '../source/moved-text.js';
import { joinLined, type LinedEdit, type LinedText, linedAt, linedPart } from '../source/source-lines.js';
import { elementsOf, resolve } from '../source/static-value.js';
import { isChain } from './constant-items.js';
import { chosenPart, isAbsent } from './known-values.js';
import { NotCopied, type Replacements, declaredBy, itemOf, nameNodeOf } from './replacements.js';

/** Copies a part of a file. @throws NotCopied if a replaced name gets another value, or if a text would mean something else there */
export function copied(within: Node, replacements: Replacements, [start, end]: readonly [number, number]): LinedText {
  const edits: LinedEdit[] = [];
  const visit = (node: Node): void => {
    if (node.getEnd() <= start || node.getStart() >= end) return;
    const isInside = node.getStart() >= start && node.getEnd() <= end;
    const edit = isInside ? editAt(node, within, replacements) : undefined;
    if (edit) edits.push(edit);
    else node.forEachChild(visit);
  };
  visit(within);
  return linedPart(within.getSourceFile(), start, end, edits);
}

/** The edit that replaces a whole node; undefined if only parts of it are replaced, or nothing. */
function editAt(node: Node, within: Node, replacements: Replacements): LinedEdit | undefined {
  const chosen = chosenPart(node, replacements);
  if (chosen) {
    const text = copied(within, replacements, [chosen.getStart(), chosen.getEnd()]);
    return { start: node.getStart(), end: node.getEnd(), text };
  }
  const whole = Node.isPropertyAccessExpression(node) ? replacements.get(node) : undefined;
  if (whole) return { start: node.getStart(), end: node.getEnd(), text: whole.text };
  if (Node.isThisExpression(node)) return thisEdit(node, replacements);
  const cast = castCallee(node, replacements);
  if (cast !== undefined)
    return { start: node.getStart(), end: node.getEnd(), text: linedAt(cast, node.getStartLineNumber()) };
  if (Node.isIdentifier(node)) return editOf(node, replacements);
  if (Node.isSpreadElement(node)) return spreadEdit(node, replacements);
  if (Node.isSpreadAssignment(node) && isAbsent(node.getExpression(), replacements))
    return { start: node.getStart(), end: node.getEnd(), text: linedAt('...{}', node.getStartLineNumber()) };
  return undefined;
}

/** A function of an item takes all arguments by a cast, if the type of the replaced name allowed more than it declares. */
function castCallee(node: Node, replacements: Replacements): string | undefined {
  const call = node.getParent();
  const isCallee = Node.isCallExpression(call) && call.getExpression() === node;
  if (!isCallee || /\.[cm]?jsx?$/.test(node.getSourceFile().getFilePath())) return undefined;
  const item = itemOf(node, replacements);
  const fn = item?.node && resolve(item.node);
  if (!item || !isWritten(fn) || fn.getParameters().some((one) => one.isRestParameter())) return undefined;
  const hasMore = call.getArguments().length > fn.getParameters().length;
  return hasMore ? `(${item.text} as (...given: any[]) => any)` : undefined;
}

/** The object of a call in place of `this`. */
function thisEdit(node: Node, replacements: Replacements): LinedEdit | undefined {
  const owner = node.getFirstAncestor((one) => isWritten(one) && !Node.isArrowFunction(one));
  const replacement = owner && replacements.get(owner);
  return replacement && { start: node.getStart(), end: node.getEnd(), text: replacement.text };
}

/** The elements of a constant list in place of `...list`. */
function spreadEdit(node: SpreadElement, replacements: Replacements): LinedEdit | undefined {
  const item = itemOf(node.getExpression(), replacements);
  const elements = item?.node && elementsOf(item.node);
  if (!item || !elements) return undefined;
  const texts = elements.map((_element, index) => `${item.text}[${String(index)}]`);
  return { start: node.getStart(), end: node.getEnd(), text: linedAt(texts.join(', '), node.getStartLineNumber()) };
}

function editOf(name: Identifier, replacements: Replacements): LinedEdit | undefined {
  if (isMemberName(name)) return undefined;
  const declaration = declaredBy(name);
  const replacement = declaration && replacements.get(declaration);
  if (!replacement) return undefined;
  const parent = name.getParent();
  const isOwnName = nameNodeOf(declaration) === name;
  const place = { start: name.getStart(), end: name.getEnd() };
  if (Node.isBindingElement(parent) && isOwnName && !parent.getPropertyNameNode())
    return { ...place, text: joinLined([linedAt(`${name.getText()}: `, name.getStartLineNumber()), replacement.text]) };
  if (isOwnName) return { ...place, text: replacement.text };
  if (isAssigned(name)) throw new NotCopied();
  if (Node.isShorthandPropertyAssignment(parent))
    return { ...place, text: joinLined([linedAt(`${name.getText()}: `, name.getStartLineNumber()), replacement.text]) };
  const isWhole = isChain(replacement.text.text) || /^(["'`])(?:(?!\1)[^\\\n$])*\1$/.test(replacement.text.text);
  const isOperand =
    (Node.isPropertyAccessExpression(parent) ||
      Node.isElementAccessExpression(parent) ||
      Node.isCallExpression(parent)) &&
    parent.getExpression() === name;
  const needsParentheses = (isOperand && !isWhole) || (isOperand && /^\d/.test(replacement.text.text));
  const isLonger = !isWhole && !isArgument(name);
  return {
    ...place,
    text:
      needsParentheses || isLonger
        ? joinLined([
            linedAt('(', name.getStartLineNumber()),
            replacement.text,
            linedAt(')', name.getStartLineNumber()),
          ])
        : replacement.text,
  };
}

/** Whether an expression stands between commas, so that another one needs no parentheses. */
function isArgument(node: Node): boolean {
  const parent = node.getParent();
  return (
    (Node.isCallExpression(parent) && parent.getExpression() !== node) ||
    Node.isPropertyAssignment(parent) ||
    Node.isVariableDeclaration(parent)
  );
}
