/**
 * Decides conditions of a copy by what the source says of its item, such as `tool.schema ? … : …` for a tool without a schema.
 */
import { Node, SyntaxKind } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import { jsonOf, plain, resolve } from '../source/static-value.js';
import { literalMembers } from './constant-items.js';
import { type Replacements, declaredBy } from './replacements.js';

/** A value that the source shows: an expression, or the absence of a member. */
type Known = { readonly node: Node } | 'absent';

/** Returns the part of an expression that is its value in any case; undefined if that depends on a run. */
export function chosenPart(node: Node, replacements: Replacements): Node | undefined {
  if (Node.isConditionalExpression(node)) {
    const isTrue = truthOf(node.getCondition(), replacements);
    return isTrue === undefined ? undefined : isTrue ? node.getWhenTrue() : node.getWhenFalse();
  }
  if (!Node.isBinaryExpression(node)) return undefined;
  const [left, right] = [node.getLeft(), node.getRight()];
  const operator = node.getOperatorToken().getKind();
  if (operator === SyntaxKind.QuestionQuestionToken) {
    const known = knownOf(left, replacements);
    return known === undefined ? undefined : isNullish(known) ? right : left;
  }
  const isTrue = truthOf(left, replacements);
  if (isTrue === undefined) return undefined;
  if (operator === SyntaxKind.AmpersandAmpersandToken) return isTrue ? right : left;
  return operator === SyntaxKind.BarBarToken ? (isTrue ? left : right) : undefined;
}

/** Returns whether an expression is a member that an item does not have. */
export function isAbsent(node: Node, replacements: Replacements): boolean {
  return knownOf(node, replacements) === 'absent';
}

/** Returns whether a condition holds for an item; undefined if that depends on a run, or on nothing of the item. */
export function truthOf(condition: Node, replacements: Replacements): boolean | undefined {
  const value = plain(condition);
  if (Node.isPrefixUnaryExpression(value) && value.getOperatorToken() === SyntaxKind.ExclamationToken) {
    const inner = truthOf(value.getOperand(), replacements);
    return inner === undefined ? undefined : !inner;
  }
  if (Node.isBinaryExpression(value)) return comparison(value, replacements);
  const known = knownOf(value, replacements);
  return known && isTruthy(known);
}

function comparison(node: Node, replacements: Replacements): boolean | undefined {
  if (!Node.isBinaryExpression(node)) return undefined;
  const operator = node.getOperatorToken().getText();
  const [left, right] = [node.getLeft(), node.getRight()];
  if (operator === '&&' || operator === '||') {
    const [one, other] = [truthOf(left, replacements), truthOf(right, replacements)];
    const decides = operator === '||';
    if (one === decides || other === decides) return decides;
    return one === undefined || other === undefined ? undefined : !decides;
  }
  if (operator === 'in') {
    const known = knownOf(right, replacements);
    const members = known && known !== 'absent' ? literalMembers(resolve(known.node)) : undefined;
    const name = jsonOf(left);
    return members && typeof name === 'string' ? members.has(name) : undefined;
  }
  if (!/^[!=]==?$/.test(operator)) return undefined;
  const known = knownOf(left, replacements);
  const isEqual = known && equals(known, right, operator.length === 2);
  return isEqual === undefined ? undefined : isEqual === operator.startsWith('=');
}

function equals(known: Known, other: Node, isLoose: boolean): boolean | undefined {
  const text = plain(other).getText();
  if (text === 'undefined' || (isLoose && text === 'null')) return isLoose ? isNullish(known) : isUndefined(known);
  const expected = jsonOf(other);
  if (expected === undefined || typeof expected === 'object' || isLoose) return undefined;
  if (isUndefined(known)) return false;
  const value = known === 'absent' ? undefined : jsonOf(known.node);
  return value === undefined ? undefined : value === expected;
}

/** The value of a chain of names that begins with a replaced one. */
function knownOf(node: Node, replacements: Replacements): Known | undefined {
  const value = plain(node);
  if (Node.isIdentifier(value)) {
    const declaration = declaredBy(value);
    const replacement = declaration && replacements.get(declaration);
    if (replacement?.text.text === 'undefined') return 'absent';
    return replacement?.node && { node: replacement.node };
  }
  if (!Node.isPropertyAccessExpression(value)) return undefined;
  const object = knownOf(value.getExpression(), replacements);
  if (object === undefined || object === 'absent') return object;
  const held = resolve(object.node);
  const members = literalMembers(held);
  if (!members) return value.getName() === 'shape' && isSchema(held) ? { node: held } : undefined;
  const member = members.get(value.getName());
  if (member) return { node: member };
  return members.has(value.getName()) ? undefined : 'absent';
}

function isUndefined(known: Known): boolean {
  return known === 'absent' || plain(known.node).getText() === 'undefined';
}

function isNullish(known: Known): boolean {
  return isUndefined(known) || (known !== 'absent' && Node.isNullLiteral(plain(known.node)));
}

function isTruthy(known: Known): boolean | undefined {
  if (isNullish(known) || known === 'absent') return false;
  const held = resolve(known.node);
  const isObject =
    Node.isObjectLiteralExpression(held) || Node.isArrayLiteralExpression(held) || Node.isNewExpression(held);
  if (isObject || isWritten(held) || isSchema(held)) return true;
  const value = jsonOf(held);
  return value === undefined ? undefined : Boolean(value);
}

/** Whether an expression calls zod, whose schemas are objects. */
function isSchema(node: Node): boolean {
  return Node.isCallExpression(node) && /^z\w*\./.test(node.getText());
}
