/**
 * The name or index by which code reads one member of an object.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../program/compiler.js';
import type { Reading } from '../program/reading.js';

/** Returns the name or index that a destructuring reads; `undefined` if it is computed. */
export function keyOfBinding({ parent: pattern, propertyName, name }: ts.BindingElement): string | undefined {
  if (compiler.isArrayBindingPattern(pattern))
    return String(pattern.elements.findIndex((one) => compiler.isBindingElement(one) && one.name === name));
  const key = propertyName ?? name;
  return compiler.isIdentifier(key) || compiler.isStringLiteral(key) ? key.text : undefined;
}

/** Returns the name or index of an access; `undefined` if it is not known here, as in `rows[index]`. */
export function keyOfAccess(reading: Reading, { argumentExpression }: ts.ElementAccessExpression): string | undefined {
  const type = reading.checker.getTypeAtLocation(argumentExpression);
  return type.isStringLiteral() || type.isNumberLiteral() ? String(type.value) : undefined;
}
