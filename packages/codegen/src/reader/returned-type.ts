/**
 * Finds the final result type of a method's call: awaits promises, and reads generators to their end.
 */
import type { ts } from 'ts-morph';
import { compiler } from './program/compiler.js';
import type { PublishedMethod } from './published-method.js';
import { isAlwaysAbsent } from './types/absence.js';
import type { OrderedMember } from './types/source-order.js';
import { writtenResult } from './types/inferred-result.js';
import { membersOf } from './types/type-site.js';
import { readYielded } from './yielded-values.js';
import {
  followAliases,
  typeArgumentsOf,
  writtenArguments,
  type WrittenType,
  writtenType,
} from './types/written-type.js';

/** Generator types, whose first type argument is the yielded type and whose second is the returned type. */
const generatorNames = new Set(
  ['Generator', 'Iterable', 'IterableIterator', 'IteratorObject'].flatMap((name) => [name, `Async${name}`]),
);

const streamNames = new Set([...generatorNames, 'Iterator', 'AsyncIterator', 'ReadableStream', 'Readable']);

const promiseNames = new Set(['Promise', 'PromiseLike']);

/** The type of a result. */
export interface Returned {
  readonly type: ts.Type;
  /** The syntax of the type in the source, if any. */
  readonly written: WrittenType | undefined;
  /** The members of the type, without events that a generator yields. */
  readonly members: readonly OrderedMember[];
  /** True when a generator produces the type. */
  readonly isGenerated: boolean;
  /** True when the method itself returns the type, rather than yields it. */
  readonly isReturned: boolean;
  /** True when the result is an array of this type: all yielded values. Yielded text is joined instead. */
  readonly isYielded: boolean;
  /** The values that a generator yields, without events. */
  readonly values?: readonly OrderedMember[];
}

/** Reads the type of the method's final result. */
export function readReturned(method: PublishedMethod): Returned {
  const { checker } = method.reading;
  const declared = checker.getReturnTypeOfSignature(method.signature);
  const type = awaitedType(method, declared);
  const said =
    writtenType(method.declaration.type, method.bindings) ?? writtenResult(method.reading, method.declaration);
  const written = awaitedText(method, said);
  const plain = { type, written, members: [{ type, written }], isGenerated: false, isReturned: true, isYielded: false };
  return findNamed(method, type, generatorNames) ? readGenerator(method, type, written) : plain;
}

/** Returns whether a member of the type is a stream, which cannot be read further here. */
export function isStream(method: PublishedMethod, type: ts.Type): boolean {
  return membersOf(type).some((member) => findNamed(method, member, streamNames) !== undefined);
}

/** Returns whether the type includes undefined or void. */
export function isIncludingNothing(type: ts.Type): boolean {
  return (type.flags & (compiler.TypeFlags.Undefined | compiler.TypeFlags.Void)) !== 0;
}

function readGenerator(method: PublishedMethod, type: ts.Type, written: WrittenType | undefined): Returned {
  const { checker } = method.reading;
  const [yielded, returned] = checker.getTypeArguments(readReference(type));
  const [writtenYield, writtenReturn] = writtenArguments(method.reading, written, type.symbol);
  const item = yielded ? awaitedType(method, yielded) : type;
  const writtenItem = awaitedText(method, writtenYield);
  const values = readYielded(method, item, writtenItem);
  if (returned && !isSilent(method, returned, written)) {
    const result = { type: awaitedType(method, returned), written: awaitedText(method, writtenReturn) };
    return { ...result, members: [result], isGenerated: true, isReturned: true, isYielded: false, values };
  }
  const members = values.flatMap((value) => membersOf(value.type));
  const isJoined = members.every((member) => (member.flags & compiler.TypeFlags.StringLike) !== 0);
  const isYielded = !isJoined && !members.every(isAlwaysAbsent);
  return { type: item, written: writtenItem, members: values, isGenerated: true, isReturned: false, isYielded, values };
}

/** Awaits a type. The built-in promise, and a type without `then`, need no search for the parameter of `then`. */
function awaitedType(method: PublishedMethod, type: ts.Type): ts.Type {
  const { checker } = method.reading;
  if (membersOf(type).every((member) => isSettled(checker, member))) return type;
  if (!findNamed(method, type, promiseNames)) return checker.getAwaitedType(type) ?? type;
  const [promised] = checker.getTypeArguments(readReference(type));
  return promised ? awaitedType(method, promised) : type;
}

function isSettled(checker: ts.TypeChecker, type: ts.Type): boolean {
  const { Object: object, StringLike, NumberLike, BooleanLike, Null, Undefined, Void } = compiler.TypeFlags;
  if (type.flags & object) return checker.getPropertyOfType(type, 'then') === undefined;
  return (type.flags & (StringLike | NumberLike | BooleanLike | Null | Undefined | Void)) !== 0;
}

/** Returns whether the return type of `AsyncGenerator<Chunk>` is only the default `any`, which means nothing. */
function isSilent(method: PublishedMethod, returned: ts.Type, written: WrittenType | undefined): boolean {
  if (isAlwaysAbsent(returned)) return true;
  const followed = followAliases(method.reading, written);
  const isDefault = followed !== undefined && typeArgumentsOf(followed.node).length < 2;
  return isDefault && (returned.flags & compiler.TypeFlags.Any) !== 0;
}

function awaitedText(method: PublishedMethod, written: WrittenType | undefined): WrittenType | undefined {
  const { reading } = method;
  const followed = followAliases(reading, written);
  if (!followed || !compiler.isTypeReferenceNode(followed.node)) return written;
  const type = reading.checker.getTypeFromTypeNode(followed.node);
  const promise = findNamed(method, type, promiseNames);
  if (!promise) return written;
  return awaitedText(method, writtenArguments(reading, followed, promise)[0]);
}

function findNamed(method: PublishedMethod, type: ts.Type, names: ReadonlySet<string>): ts.Symbol | undefined {
  const { symbol } = type;
  return symbol && names.has(symbol.name) && method.reading.origins.isBuiltIn(symbol) ? symbol : undefined;
}

function readReference(type: ts.Type): ts.TypeReference {
  // Sound because generators and promises are generic interfaces, so every use is a reference.
  return type as ts.TypeReference;
}
