/**
 * Lists the object-like types that a module exports, as expressions that a plugin can write. Uses only the compiler, as an
 * independent check of the generator.
 */
import ts from 'typescript';

/** A type of a module. */
export interface ExportedType {
  readonly name: string;
  /** The expression for the type in a file that imports the module as `imported`. */
  readonly expression: string;
  /** True when no JSON can have the type: it is callable, is a class instance, or requires a function. */
  readonly isLiving: boolean;
}

/** The folder and the files that the types of a module are in. */
export interface ModuleShape {
  readonly program: ts.Program;
  readonly file: ts.SourceFile;
  /** A path such as `components.schemas`, whose members are the types instead of the exports. */
  readonly within?: string;
}

/** Lists the types sorted by name. The file imports the module as `imported`. */
export function listExported({ program, file, within }: ModuleShape): ExportedType[] {
  const checker = program.getTypeChecker();
  const statement = file.statements.find(ts.isImportDeclaration);
  const module = statement && checker.getSymbolAtLocation(statement.moduleSpecifier);
  if (!module) return [];
  const exported = resolveExport(checker, module);
  const found = within === undefined ? typesIn(checker, exported) : membersIn(checker, exported, within);
  return distinctTypes(found.filter(({ type }) => isObjectLike(type)))
    .map(({ name, expression, type }) => ({ name, expression, isLiving: isLiving(checker, type, new Set()) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

interface Found {
  readonly name: string;
  readonly expression: string;
  readonly type: ts.Type;
}

/** A type that a module exports under several names counts once. */
function distinctTypes(found: readonly Found[]): Found[] {
  const types = new Set<ts.Type>();
  return found.filter(({ type }) => !types.has(type) && types.add(type));
}

/** Resolves `export = X` to X, whose namespace contains the types. */
function resolveExport(checker: ts.TypeChecker, module: ts.Symbol): ts.Symbol {
  const assigned = module.exports?.get(ts.InternalSymbolName.ExportEquals);
  if (!assigned) return module;
  return assigned.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(assigned) : assigned;
}

function typesIn(checker: ts.TypeChecker, container: ts.Symbol, path: readonly string[] = []): Found[] {
  return checker.getExportsOfModule(container).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const names = [...path, exported.name];
    const isSpace = (symbol.flags & ts.SymbolFlags.Namespace) !== 0 && names.length < 3;
    const inner = isSpace && !path.includes(exported.name) ? typesIn(checker, symbol, names) : [];
    const isType = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) !== 0;
    if (!isType || needsArguments(symbol) || !/^\w+$/.test(exported.name)) return inner;
    const name = names.join('.');
    return [...inner, { name, expression: `imported.${name}`, type: checker.getDeclaredTypeOfSymbol(symbol) }];
  });
}

function membersIn(checker: ts.TypeChecker, container: ts.Symbol, within: string): Found[] {
  const [name = '', ...steps] = within.split('.');
  const symbol = checker.getExportsOfModule(container).find((one) => one.name === name);
  if (!symbol) return [];
  let type = checker.getDeclaredTypeOfSymbol(symbol);
  for (const step of steps) {
    const member = checker.getPropertyOfType(type, step);
    if (!member) return [];
    type = checker.getTypeOfSymbol(member);
  }
  const path = steps.map((step) => `[${JSON.stringify(step)}]`).join('');
  return checker.getPropertiesOfType(type).map((member) => ({
    name: member.name,
    expression: `imported.${name}${path}[${JSON.stringify(member.name)}]`,
    type: checker.getTypeOfSymbol(member),
  }));
}

function needsArguments(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    (one) =>
      (ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) &&
      (one.typeParameters ?? []).some((parameter) => !parameter.default),
  );
}

/** Returns whether the type is an object, or a union with one: the kind of type that authors name and share. */
function isObjectLike(type: ts.Type): boolean {
  if (type.isUnion()) return type.types.some((one) => isObjectLike(one));
  if (type.isIntersection()) return type.types.every((one) => one.flags & ts.TypeFlags.Object);
  return (type.flags & ts.TypeFlags.Object) !== 0;
}

/**
 * Examines required parts, at any depth: every member of a union, any part of an intersection, the required elements of a tuple
 * and the required members of an object. An optional member, an array or a record may be absent or empty, so that JSON can have
 * the type.
 */
function isLiving(checker: ts.TypeChecker, type: ts.Type, around: Set<ts.Type>): boolean {
  if (around.has(type) || around.size > maxLevels) return false;
  if (type.isUnion()) return type.types.every((one) => isLiving(checker, one, around));
  if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)))
    return (type.flags & ts.TypeFlags.ESSymbolLike) !== 0;
  const inside = new Set(around).add(type);
  if (checker.isTupleType(type)) return neededElements(checker, type).some((one) => isLiving(checker, one, inside));
  if (checker.isArrayType(type) || isDataOfLibrary(type)) return false;
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0 || isOfClass(type)) return true;
  if (type.isIntersection() && type.types.some((part) => isOfClass(part))) return true;
  return checker.getPropertiesOfType(type).some((member) => {
    if (member.flags & ts.SymbolFlags.Optional) return false;
    return member.flags & ts.SymbolFlags.Method || isLiving(checker, checker.getTypeOfSymbol(member), inside);
  });
}

const maxLevels = 8;

function isOfClass(type: ts.Type): boolean {
  return type.isClass() || (type.symbol !== undefined && (type.symbol.flags & ts.SymbolFlags.Class) !== 0);
}

function neededElements(checker: ts.TypeChecker, type: ts.Type): readonly ts.Type[] {
  // Sound because the caller checked that the type is a tuple, which is always a reference.
  const reference = type as ts.TypeReference;
  const { elementFlags } = reference.target as ts.TupleType;
  return checker.getTypeArguments(reference).filter((_, index) => elementFlags[index] === ts.ElementFlags.Required);
}

const dataOfLibrary = new Set(['Date', 'URL', 'RegExp', 'Map', 'Set', 'Uint8Array', 'Buffer', 'ArrayBuffer']);

function isDataOfLibrary(type: ts.Type): boolean {
  return type.symbol !== undefined && dataOfLibrary.has(type.symbol.name);
}
