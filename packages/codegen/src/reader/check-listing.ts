/**
 * Checks the method named by `@Resource(template, { list })`, since it is called directly, without a decoder.
 */
import type { JsonObject } from '@sigil/core';
import type { ts } from 'ts-morph';
import { placeOfOption } from './check-options.js';
import { findNearest } from './program/nearest-name.js';
import { compiler } from './program/compiler.js';
import type { PublishedMethod } from './published-method.js';
import { findInjected } from './read-parameters.js';
import { presentMembers } from './types/absence.js';
import { membersOf } from './types/type-site.js';

/** Returns true if the template's instances can be listed, or no list is declared; reports a method that cannot be called. */
export function isListingFine(method: PublishedMethod, options: JsonObject, isTemplate: boolean): boolean {
  const { list } = options;
  if (typeof list !== 'string') return true;
  if (!isTemplate) return refuse(method, 'has no variables, so there are no instances to list');

  const { reading, instance, declaration } = method;
  const symbol = reading.checker.getPropertyOfType(instance, list);
  if (!symbol) return refuseName(method, list);
  const isHidden = symbol.declarations?.some(
    (one) =>
      compiler.getCombinedModifierFlags(one) & (compiler.ModifierFlags.Private | compiler.ModifierFlags.Protected),
  );
  if (isHidden) return refuse(method, `is listed by ${list}, which is not public`);
  const [signature, ...others] = reading.checker.getTypeOfSymbolAtLocation(symbol, declaration).getCallSignatures();
  if (!signature || others.length > 0)
    return refuse(method, `is listed by ${list}, which is no method with one signature`);
  return hasContextOnly(method, list, signature) && returnsInstances(method, list, signature);
}

function hasContextOnly(method: PublishedMethod, list: string, { parameters }: ts.Signature): boolean {
  const { checker } = method.reading;
  const isFine = parameters.every((symbol, index) => {
    const [only, ...others] = presentMembers(checker.getTypeOfSymbol(symbol));
    return index === 0 && only && others.length === 0 && findInjected(method, only) === 'context';
  });
  return isFine || refuse(method, `is listed by ${list}, which gets the Context and nothing else`);
}

const required = ['uri', 'name'];
const optional = ['title', 'description', 'mimeType'];

/** Accepts an array of objects with a `uri` and a `name`, or a promise of one. */
function returnsInstances(method: PublishedMethod, list: string, signature: ts.Signature): boolean {
  const { checker } = method.reading;
  const type = checker.getReturnTypeOfSignature(signature);
  const isFine = membersOf(checker.getAwaitedType(type) ?? type).every((member) => {
    if (!checker.isArrayType(member) && !checker.isTupleType(member)) return false;
    const item = checker.getIndexTypeOfType(member, compiler.IndexKind.Number);
    return item !== undefined && membersOf(item).every((one) => isInstance(checker, one));
  });
  return isFine || refuse(method, `is listed by ${list}, which returns ${checker.typeToString(type)}`);
}

/** Returns whether the type is an instance; the item type of an empty tuple is `never`. */
function isInstance(checker: ts.TypeChecker, type: ts.Type): boolean {
  if (type.flags & compiler.TypeFlags.Never) return true;
  const fits = (name: string, flags: ts.TypeFlags, { isRequired }: { readonly isRequired: boolean }): boolean => {
    const symbol = checker.getPropertyOfType(type, name);
    if (!symbol) return !isRequired;
    if (isRequired && symbol.flags & compiler.SymbolFlags.Optional) return false;
    return presentMembers(checker.getTypeOfSymbol(symbol)).every((member) => member.flags & flags);
  };
  const { StringLike, NumberLike } = compiler.TypeFlags;
  return (
    required.every((name) => fits(name, StringLike, { isRequired: true })) &&
    optional.every((name) => fits(name, StringLike, { isRequired: false })) &&
    fits('size', NumberLike, { isRequired: false })
  );
}

function refuseName(method: PublishedMethod, list: string): false {
  const { reading, instance } = method;
  const names = reading.checker.getPropertiesOfType(instance).map(({ name }) => name);
  const nearest = findNearest(list, names);
  const fix = nearest === undefined ? {} : { fix: `Write ${JSON.stringify(nearest)} instead.` };
  return refuse(method, `is listed by ${list}, which the class does not have`, fix);
}

function refuse({ reading, owner, marker }: PublishedMethod, says: string, fix: { readonly fix?: string } = {}): false {
  const at = placeOfOption(marker.arguments[1] ?? marker.decorator.compilerNode, ['list']);
  reading.problems.add({ code: 'SIGIL029', at, message: `${owner} ${says}`, ...fix });
  return false;
}
