/**
 * Reads the parameters of a tool whose input has a schema: one takes the schema's output, and the injected ones.
 */
import type { ts } from 'ts-morph';
import type { ParameterModel } from '../model/plugin-model.js';
import type { TypedSchema } from './author-schemas.js';
import { checkParamNames } from './docs/parameter-docs.js';
import { compiler } from './program/compiler.js';
import { type Place, placeOf } from './program/problems.js';
import type { PublishedMethod } from './published-method.js';
import { findInjected } from './read-parameters.js';
import { presentMembers } from './types/absence.js';

/** Reads all parameters; `undefined` when one of them does not fit the schema. */
export function readSchemaParameters(method: PublishedMethod, schema: TypedSchema): ParameterModel[] | undefined {
  const { reading, signature, owner } = method;
  const declarations = signature.parameters.flatMap(({ valueDeclaration: one }) =>
    one && compiler.isParameter(one) ? [one] : [],
  );
  checkParamNames(method, declarations);
  const parameters: ParameterModel[] = [];
  let isFine = true;
  for (const [index, symbol] of signature.parameters.entries()) {
    const declaration = declarations[index];
    const type = reading.checker.getTypeOfSymbol(symbol);
    const injected = findInjected(method, type);
    if (injected) {
      parameters.push({ kind: injected });
      continue;
    }
    const at = placeOf(declaration?.name ?? method.declaration.name);
    const isSecond = parameters.some(({ kind }) => kind === 'whole') || declaration?.dotDotDotToken !== undefined;
    if (isSecond) {
      const message = `${owner}: the schema is the whole input, and ${symbol.name} would be a part of it`;
      const fix = 'Take one parameter of the type of the schema; `Context` and `AbortSignal` may be beside it.';
      reading.problems.add({ code: 'SIGIL122', at, message, fix });
      isFine = false;
    } else isFine = isOfSchema(method, { symbol, type, at }, schema) && isFine;
    parameters.push({ kind: 'whole' });
  }
  return isFine ? parameters : undefined;
}

interface Parameter {
  readonly symbol: ts.Symbol;
  readonly type: ts.Type;
  readonly at: Place;
}

/** Returns whether the parameter takes what the schema gives, no more and no less; reports a difference. */
function isOfSchema(method: PublishedMethod, { symbol, type, at }: Parameter, { types }: TypedSchema): boolean {
  if (!types) return true;
  const { reading, owner } = method;
  const { checker } = reading;
  const [present, ...others] = presentMembers(type);
  const taken = present && others.length === 0 ? present : checker.getNonNullableType(type);
  if (isSame(method, taken, types.output)) return true;
  // An unresolved type is `any`, and has been reported.
  if (reading.hasTypeErrors && (isAny(taken) || isAny(types.output))) return false;
  const isPattern =
    symbol.valueDeclaration &&
    compiler.isParameter(symbol.valueDeclaration) &&
    !compiler.isIdentifier(symbol.valueDeclaration.name);
  const name = isPattern ? 'its parameter' : `parameter "${symbol.name}"`;
  const difference = describeDifference(method, taken, types.output);
  const message = `${owner}, ${name}: the schema gives ${shown(method, types.output)}, the method takes ${shown(method, taken)}${difference}`;
  reading.problems.add({ code: 'SIGIL122', at, message });
  return false;
}

function isAny(type: ts.Type): boolean {
  return (type.flags & compiler.TypeFlags.Any) !== 0;
}

/** Returns whether each type fits the other; `any` would hide every difference. */
function isSame({ reading }: PublishedMethod, one: ts.Type, other: ts.Type): boolean {
  const { checker } = reading;
  if (isAny(one) || isAny(other)) return isAny(one) && isAny(other);
  return checker.isTypeAssignableTo(one, other) && checker.isTypeAssignableTo(other, one);
}

/** Names the members that differ, where both are objects. */
function describeDifference({ reading, declaration }: PublishedMethod, taken: ts.Type, given: ts.Type): string {
  const { checker } = reading;
  const members = (type: ts.Type): Map<string, ts.Type> =>
    new Map(
      checker
        .getPropertiesOfType(type)
        .map((symbol) => [symbol.name, checker.getTypeOfSymbolAtLocation(symbol, declaration)] as const),
    );
  const [ofTaken, ofGiven] = [members(taken), members(given)];
  const names = [...new Set([...ofGiven.keys(), ...ofTaken.keys()])].filter((name) => {
    const [one, other] = [ofTaken.get(name), ofGiven.get(name)];
    return !one || !other || !checker.isTypeAssignableTo(one, other) || !checker.isTypeAssignableTo(other, one);
  });
  if (names.length === 0 || names.length === ofGiven.size + ofTaken.size) return '';
  return `; they differ in ${names
    .slice(0, 3)
    .map((name) => JSON.stringify(name))
    .join(', ')}`;
}

const longestShown = 120;

function shown({ reading }: PublishedMethod, type: ts.Type): string {
  const text = reading.checker.typeToString(type);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** Returns whether a method's result is what the schema takes; reports a difference at the written type, or the name. */
export function isResultOfSchema(method: PublishedMethod, returned: ts.Type, { types }: TypedSchema): boolean {
  const { reading, owner, declaration } = method;
  if (!types || isReturnable(method, returned, types.input)) return true;
  if (reading.hasTypeErrors && isAny(returned)) return false;
  const at = placeOf(declaration.type ?? declaration.name);
  const message = `${owner}, result: the schema takes ${shown(method, types.input)}, the method returns ${shown(method, returned)}`;
  reading.problems.add({ code: 'SIGIL122', at, message });
  return false;
}

/** A result may be narrower than its schema, since a method returns only some of the values that the schema allows. */
function isReturnable({ reading }: PublishedMethod, returned: ts.Type, taken: ts.Type): boolean {
  return !isAny(returned) && reading.checker.isTypeAssignableTo(returned, taken);
}
