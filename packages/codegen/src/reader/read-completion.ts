/**
 * Reads a method with `@Complete(of, argument)` and checks its signature, since it is called directly, without a decoder.
 */
import type { ts } from 'ts-morph';
import type { CompletionModel } from '../model/plugin-model.js';
import { compiler } from './program/compiler.js';
import { readArgument } from './marker-options.js';
import { type Place, placeOf } from './program/problems.js';
import type { PublishedMethod } from './published-method.js';
import { findInjected } from './read-parameters.js';
import { presentMembers } from './types/absence.js';
import { membersOf } from './types/type-site.js';

/** A completion and the places that name it, for checks across classes. */
export interface PlacedCompletion {
  readonly model: CompletionModel;
  readonly className: string;
  /** The place of the whole decorator. */
  readonly at: Place;
  readonly atOf: Place;
  readonly atArgument: Place;
}

/** Returns the completion, or `undefined` if any problem was reported. */
export function readCompletion(method: PublishedMethod, className: string): PlacedCompletion[] {
  const { reading, marker } = method;
  const isCallable = hasParameters(method);
  const isListing = hasResult(method);
  const [ofArgument, argumentArgument] = marker.arguments;
  if (!ofArgument || !argumentArgument) return [];

  const of = readArgument(reading, ofArgument);
  const argument = readArgument(reading, argumentArgument);
  if (!isCallable || !isListing || typeof of !== 'string' || typeof argument !== 'string') return [];
  return [
    {
      model: { method: method.method, of, argument },
      className,
      at: placeOf(marker.decorator.compilerNode),
      atOf: placeOf(ofArgument),
      atArgument: placeOf(argumentArgument),
    },
  ];
}

interface Position {
  readonly wants: string;
  readonly fits: (method: PublishedMethod, type: ts.Type) => boolean;
}

/** The parameters of a completion method, in order. */
const positions: readonly Position[] = [
  { wants: 'the typed text, a string', fits: (_method, type) => (type.flags & compiler.TypeFlags.String) !== 0 },
  { wants: 'the known arguments, a Record<string, string>', fits: isTextRecord },
  { wants: 'the Context', fits: (method, type) => findInjected(method, type) === 'context' },
];

function hasParameters(method: PublishedMethod): boolean {
  const { signature, declaration } = method;
  const { parameters } = signature;
  if (parameters.length === 0) return refuse(method, placeOf(declaration.name), 'takes no text to complete');

  const unfit = parameters.findIndex((symbol, index) => !fitsPosition(method, symbol, positions[index]));
  if (unfit === -1) return true;
  const place = parameters[unfit]?.valueDeclaration ?? declaration.name;
  const wanted = positions[unfit];
  const says = wanted ? `gets ${wanted.wants}, as argument ${unfit + 1}` : `gets ${positions.length} arguments`;
  return refuse(method, placeOf(place), says);
}

function fitsPosition(method: PublishedMethod, symbol: ts.Symbol, position: Position | undefined): boolean {
  const declaration = symbol.valueDeclaration;
  if (!position || !declaration || !compiler.isParameter(declaration)) return false;
  const [only, ...others] = presentMembers(method.reading.checker.getTypeOfSymbol(symbol));
  return only !== undefined && others.length === 0 && position.fits(method, only);
}

/** Accepts `Record<string, string>`, also with values that may be undefined, since a name may be missing from the known ones. */
function isTextRecord({ reading }: PublishedMethod, type: ts.Type): boolean {
  const { checker } = reading;
  const value = checker.getIndexTypeOfType(type, compiler.IndexKind.String);
  const isText = value && presentMembers(value).every((member) => member.flags & compiler.TypeFlags.String);
  return isText === true && checker.getPropertiesOfType(type).length === 0;
}

/** Accepts an array or tuple of strings, or a promise of one. */
function hasResult(method: PublishedMethod): boolean {
  const { reading, signature, declaration } = method;
  const { checker } = reading;
  const type = checker.getReturnTypeOfSignature(signature);
  const awaited = checker.getAwaitedType(type) ?? type;
  const isListing = membersOf(awaited).every((member) => {
    if (!checker.isArrayType(member) && !checker.isTupleType(member)) return false;
    const item = checker.getIndexTypeOfType(member, compiler.IndexKind.Number);
    return item !== undefined && membersOf(item).every(isText);
  });
  if (isListing) return true;
  return refuse(method, placeOf(declaration.type ?? declaration.name), `returns ${checker.typeToString(type)}`);
}

/** Returns whether the type is text; the item type of an empty tuple is `never`. */
function isText(type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.StringLike | compiler.TypeFlags.Never)) !== 0;
}

function refuse({ reading, owner }: PublishedMethod, at: Place, says: string): false {
  reading.problems.add({ code: 'SIGIL026', at, message: `${owner} ${says}` });
  return false;
}
