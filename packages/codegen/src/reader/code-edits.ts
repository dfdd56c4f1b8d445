/**
 * Finds what the types of a plugin say about its code that the bundler, which knows no types, cannot see: imports that are only
 * types where metadata of decorators names them, and values of const enums that only declarations have.
 */
import type { ts } from 'ts-morph';
import type { CodeEdit } from '../model/plugin-model.js';
import { compiler } from './program/compiler.js';
import type { Reading } from './program/reading.js';

/** Returns the edits of one source, in its order. */
export function findCodeEdits({ program, checker }: Reading, file: ts.SourceFile): readonly CodeEdit[] {
  const { emitDecoratorMetadata } = program.getCompilerOptions();
  const typeImports = emitDecoratorMetadata === true ? findTypeImports(checker, file) : [];
  return [...typeImports, ...(hasDeclaredEnums(program) ? findEnumValues(checker, file) : [])];
}

/** Marks imports of types with `type`, as a compiler with types leaves them out. */
function findTypeImports(checker: ts.TypeChecker, file: ts.SourceFile): readonly CodeEdit[] {
  const isOnlyType = (name: ts.Identifier): boolean => {
    const symbol = checker.getSymbolAtLocation(name);
    if (!symbol || (symbol.flags & compiler.SymbolFlags.Alias) === 0) return false;
    const { flags } = checker.getAliasedSymbol(symbol);
    return (flags & compiler.SymbolFlags.Type) !== 0 && (flags & compiler.SymbolFlags.Value) === 0;
  };
  const mark = (node: ts.Node): CodeEdit => insert(file, node.getStart(file), 'type ');
  return file.statements.flatMap((statement) => {
    const clause = compiler.isImportDeclaration(statement) ? statement.importClause : undefined;
    if (!clause || clause.isTypeOnly) return [];
    const { name, namedBindings } = clause;
    if (name && !namedBindings) return isOnlyType(name) ? [mark(clause)] : [];
    if (!namedBindings || !compiler.isNamedImports(namedBindings)) return [];
    return namedBindings.elements.filter((one) => !one.isTypeOnly && isOnlyType(one.name)).map(mark);
  });
}

function insert({ fileName }: ts.SourceFile, offset: number, text: string): CodeEdit {
  return { file: fileName, start: offset, end: offset, text };
}

const declaredEnums = new WeakMap<ts.Program, boolean>();

function hasDeclaredEnums(program: ts.Program): boolean {
  const known = declaredEnums.get(program);
  if (known !== undefined) return known;
  const files = program.getSourceFiles().filter((file) => !program.isSourceFileDefaultLibrary(file));
  const found = files.some(({ isDeclarationFile, text }) =>
    (isDeclarationFile ? /\bconst enum\b/ : /\bdeclare const enum\b/).test(text),
  );
  declaredEnums.set(program, found);
  return found;
}

/** Replaces each `E.Member` of a const enum without code by its value. */
function findEnumValues(checker: ts.TypeChecker, file: ts.SourceFile): readonly CodeEdit[] {
  const edits: CodeEdit[] = [];
  const visit = (node: ts.Node): void => {
    if (isMember(node) && isDeclaredEnum(checker.getSymbolAtLocation(node.expression), checker)) {
      const value = checker.getConstantValue(node);
      if (value !== undefined) {
        const text = typeof value === 'number' && value < 0 ? `(${value})` : JSON.stringify(value);
        edits.push({ file: file.fileName, start: node.getStart(file), end: node.end, text });
        return;
      }
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return edits;
}

function isMember(node: ts.Node): node is ts.PropertyAccessExpression | ts.ElementAccessExpression {
  return compiler.isPropertyAccessExpression(node) || compiler.isElementAccessExpression(node);
}

function isDeclaredEnum(found: ts.Symbol | undefined, checker: ts.TypeChecker): boolean {
  const isAlias = found !== undefined && (found.flags & compiler.SymbolFlags.Alias) !== 0;
  const symbol = isAlias ? checker.getAliasedSymbol(found) : found;
  if (!symbol || (symbol.flags & compiler.SymbolFlags.ConstEnum) === 0) return false;
  return (symbol.declarations ?? []).every(isDeclared);
}

function isDeclared(declaration: ts.Declaration): boolean {
  const flags = compiler.getCombinedModifierFlags(declaration);
  return declaration.getSourceFile().isDeclarationFile || (flags & compiler.ModifierFlags.Ambient) !== 0;
}
