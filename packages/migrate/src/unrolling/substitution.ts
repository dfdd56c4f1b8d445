/**
 * Copies code with other texts in place of names: the names of a loop or of the parameters of a function.
 */
import { type Identifier, Node, type SpreadElement } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { isMemberName } from '../source/moved-text.js';
import { joinLined, type LinedEdit, type LinedText, linedAt, linedPart } from '../source/source-lines.js';
import { elementsOf } from '../source/static-value.js';
import { isChain } from './constant-items.js';
import { chosenPart } from './known-values.js';
import { NotCopied, type Replacements, declaredBy, itemOf, nameNodeOf } from './replacements.js';

/** Copies a part of a file. @throws NotCopied if a replaced name gets another value, or if a text would mean something else there */
export function copied(within: Node, replacements: Replacements, [start, end]: readonly [number, number]): LinedText {
  const edits: LinedEdit[] = [];
  const visit = (node: Node): void => {
    if (node.getEnd() <= start || node.getStart() >= end) return;
    const isInside = node.getStart() >= start && node.getEnd() <= end;
    const chosen = isInside ? chosenPart(node, replacements) : undefined;
    const edit = chosen
      ? {
          start: node.getStart(),
          end: node.getEnd(),
          text: copied(within, replacements, [chosen.getStart(), chosen.getEnd()]),
        }
      : Node.isThisExpression(node)
        ? thisEdit(node, replacements)
        : Node.isIdentifier(node)
          ? editOf(node, replacements)
          : isInside && Node.isSpreadElement(node)
            ? spreadEdit(node, replacements)
            : undefined;
    if (edit) edits.push(edit);
    else node.forEachChild(visit);
  };
  visit(within);
  return linedPart(within.getSourceFile(), start, end, edits);
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

function isAssigned(name: Node): boolean {
  const parent = name.getParent();
  if (Node.isPostfixUnaryExpression(parent)) return true;
  if (Node.isPrefixUnaryExpression(parent)) return /^(\+\+|--)/.test(parent.getText());
  return (
    Node.isBinaryExpression(parent) &&
    parent.getLeft() === name &&
    /^(?!==|===|!=|<=|>=).*=$/.test(parent.getOperatorToken().getText())
  );
}
