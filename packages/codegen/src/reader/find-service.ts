/**
 * Classifies a constructor parameter: configuration, which is data, or a service, which has behaviour.
 *
 * A service is the result of a `provide` file, or a class of the plugin that is more than data.
 */
import type { ts } from 'ts-morph';
import { compiler } from './program/compiler.js';
import type { Place } from './program/problems.js';
import { isOwnFile, type Provider, type Reading } from './program/reading.js';
import { describePlace } from './component-names.js';
import { isProvideFile } from './find-providers.js';
import { presentMembers } from './types/absence.js';

/** The service for a parameter. */
export type Service =
  | { readonly kind: 'provider'; readonly provider: Provider; readonly text: string }
  | { readonly kind: 'class'; readonly declaration: ts.ClassLikeDeclaration; readonly text: string };

/** A parameter's place and type, and its owner for messages. */
export interface AskedParameter {
  readonly owner: string;
  readonly at: Place;
  readonly type: ts.Type;
  /** True when it is optional. */
  readonly isOptional: boolean;
}

/** A service; `data` for a parameter that is not a service; `nothing` for a missing one that is optional or was reported. */
export type Found = Service | 'data' | 'nothing';

/** Finds the service of a parameter; reports a parameter that has no provider, or several. */
export function findService(reading: Reading, asked: AskedParameter): Found {
  const { checker } = reading;
  const [type, ...others] = presentMembers(checker.getNonNullableType(asked.type));
  if (!type || others.length > 0 || !(type.flags & (compiler.TypeFlags.Object | compiler.TypeFlags.Intersection)))
    return 'data';
  const text = checker.typeToString(type);
  const given = chooseProvider(reading, asked, type, text);
  if (given) return given === 'reported' ? 'nothing' : { kind: 'provider', provider: given, text };

  const declaration = type.symbol?.declarations?.find(compiler.isClassLike);
  const isOwnClass = declaration !== undefined && isBundled(reading, declaration.getSourceFile());
  const isUseful = isDoing(reading, type);
  if (isOwnClass && !isUseful && !hasHidden(reading, type)) return 'data';
  if (isOwnClass && !isAbstract(declaration)) return { kind: 'class', declaration, text };
  if (!isUseful || !isNamed(type) || reading.origins.isBuiltIn(type.symbol) || isList(checker, type)) return 'data';
  if (asked.isOptional) return 'nothing';
  reportMissing(reading, asked, type, text);
  return 'nothing';
}

/**
 * Chooses a provider: one of exactly this type takes precedence over one of a subtype, and a function over the class that it
 * makes.
 */
function chooseProvider(
  reading: Reading,
  { owner, at }: AskedParameter,
  type: ts.Type,
  text: string,
): Provider | 'reported' | undefined {
  const giving = reading.providers.filter(({ gives }) => isKind(reading, gives, type));
  const exact = giving.filter(({ gives }) => gives === type);
  const functions = exact.filter(({ isFunction }) => isFunction);
  const [chosen, second] = [functions, exact, giving].find((some) => some.length > 0) ?? [];
  if (!chosen || !second) return chosen;
  const places = [chosen, second].map((one) => `${one.name} at ${describePlace(reading, one.at)}`).join(' and ');
  reading.problems.add({ code: 'SIGIL037', at, message: `${owner}: ${text} is provided by ${places}` });
  return 'reported';
}

/** Returns whether a type is nominally of another: the same, or one that it extends or implements. */
function isKind(reading: Reading, given: ts.Type, wanted: ts.Type): boolean {
  if (given === wanted) return true;
  const name = wanted.symbol;
  if (!name || !ancestorsOf(reading, given).has(name)) return false;
  return reading.checker.isTypeAssignableTo(given, wanted);
}

function ancestorsOf(reading: Reading, type: ts.Type): Set<ts.Symbol> {
  const found = new Set<ts.Symbol>();
  const visit = (one: ts.Type): void => {
    if (one.isIntersection()) one.types.forEach(visit);
    const { symbol } = one;
    if (!symbol || found.has(symbol)) return;
    found.add(symbol);
    for (const declaration of symbol.declarations ?? []) {
      if (!compiler.isClassLike(declaration) && !compiler.isInterfaceDeclaration(declaration)) continue;
      for (const clause of declaration.heritageClauses ?? []) {
        for (const parent of clause.types) visit(reading.checker.getTypeAtLocation(parent));
      }
    }
  };
  visit(type);
  return found;
}

/** Returns whether a value of the type has behaviour: a required function. */
function isDoing({ checker }: Reading, type: ts.Type): boolean {
  return checker.getPropertiesOfType(type).some((member) => {
    const isThere = (member.flags & compiler.SymbolFlags.Optional) === 0;
    return isThere && checker.getTypeOfSymbol(member).getCallSignatures().length > 0;
  });
}

/**
 * Returns whether the type has a name. A type literal has none that a provider could use; functions in it are mistakes in a
 * configuration.
 */
function isNamed({ symbol, aliasSymbol }: ts.Type): boolean {
  return aliasSymbol !== undefined || (symbol !== undefined && (symbol.flags & compiler.SymbolFlags.TypeLiteral) === 0);
}

/** Returns whether instances have members visible only to their class. */
function hasHidden({ checker }: Reading, type: ts.Type): boolean {
  const hidden = compiler.ModifierFlags.Private | compiler.ModifierFlags.Protected;
  return checker
    .getPropertiesOfType(type)
    .some((member) =>
      (member.declarations ?? []).some(
        (one) => compiler.getCombinedModifierFlags(one) & hidden || isPrivateName(compiler.getNameOfDeclaration(one)),
      ),
    );
}

function isPrivateName(name: ts.DeclarationName | undefined): boolean {
  return name !== undefined && compiler.isPrivateIdentifier(name);
}

function isBundled({ program, origins }: Reading, file: ts.SourceFile): boolean {
  return !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file) && !origins.isCoreFile(file);
}

function isAbstract(declaration: ts.ClassLikeDeclaration): boolean {
  return declaration.modifiers?.some(({ kind }) => kind === compiler.SyntaxKind.AbstractKeyword) ?? false;
}

function isList(checker: ts.TypeChecker, type: ts.Type): boolean {
  return checker.isArrayType(type) || checker.isTupleType(type) || type.getCallSignatures().length > 0;
}

/** The remedy for a service that asks for a value of @sigil/core. */
const givenElsewhere: Readonly<Record<string, string>> = {
  Context: 'It belongs to one call: take it as a parameter of the published method.',
  Announcer: 'Take it in `start(announcer)`.',
};

/** Reports a missing provider; the fix is the line to write, in the file where it belongs. */
function reportMissing(reading: Reading, { owner, at }: AskedParameter, type: ts.Type, text: string): void {
  const given = reading.origins.isFromCore(type.symbol) ? givenElsewhere[type.symbol.name] : undefined;
  if (given) {
    reading.problems.add({ code: 'SIGIL035', at, message: `${owner}: a constructor gets no ${text}`, fix: given });
    return;
  }
  const message = `${owner}: nothing provides ${text}, which has methods and so is no configuration`;
  const name = text.replace(/\W.*$/s, '');
  const provider = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}` || 'service';
  const fix = `Write into ${provideFileOf(reading, at)}: \`export function ${provider}(): ${text} { … }\`.`;
  reading.problems.add({ code: 'SIGIL035', at, message, fix });
}

function provideFileOf(reading: Reading, at: Place): string {
  const known = reading.program.getSourceFiles().find((file) => isProvideFile(file) && isOwnFile(reading, file));
  if (known) return known.fileName.slice(reading.folder.length + 1);
  const [first = 'src'] = at.file.fileName.slice(reading.folder.length + 1).split('/');
  return first.endsWith('.ts') ? 'provide.ts' : `${first}/provide.ts`;
}
