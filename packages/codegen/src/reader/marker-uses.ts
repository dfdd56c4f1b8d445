/**
 * Finds every use of a decorator of @sigil/core in a file, so that each is either in the model or reported.
 */
import type { ts } from 'ts-morph';
import { isError } from '../model/diagnostic.js';
import { unwrapExpression } from './exported-value.js';
import { compiler } from './program/compiler.js';
import { placeOf } from './program/problems.js';
import { type Reading, resolveAlias } from './program/reading.js';

/** A name that refers to a decorator, other than in imports and exports. */
export interface MarkerUse {
  readonly at: ts.Node;
  /** The decorator, for a use on a member of a class. */
  readonly decorator?: ts.Decorator;
}

const publishing: ReadonlySet<string> = new Set(['Tool', 'Resource', 'Prompt', 'Complete']);
const namesOfCore: ReadonlySet<string> = new Set([...publishing, 'Namespace', 'View']);

/** Returns the uses in a file, in source order. Types do not count. */
export function findMarkerUses(reading: Reading, file: ts.SourceFile): MarkerUse[] {
  const names = new Set([...namesOfCore, ...importedNames(reading, file)]);
  const found: MarkerUse[] = [];
  const visit = (node: ts.Node): void => {
    if (isPassive(node)) return;
    const name = nameIn(node);
    if (name !== undefined && names.has(name)) {
      const called = calledAt(reading, node);
      if (called) found.push(...useAt(called, node));
    }
    compiler.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Reports each use that does not decorate a class or a method: its receiver could publish anything. */
export function reportOtherUses({ problems }: Reading, uses: readonly MarkerUse[]): void {
  for (const { at } of uses.filter(({ decorator }) => !decorator)) {
    const message = `${at.getText()} is used other than as a decorator of a class or of its method, so the build cannot tell for what`;
    problems.add({ code: 'SIGIL024', at: placeOf(at), message });
  }
}

/** Reports each decorator that is not among `published`, unless there is an error already, which may be the reason. */
export function reportUnaccounted(
  { problems }: Reading,
  uses: readonly MarkerUse[],
  published: ReadonlySet<ts.Decorator>,
): void {
  if (problems.all().some(isError)) return;
  for (const { decorator } of uses) {
    if (!decorator || published.has(decorator)) continue;
    const message = `${decorator.getText()} publishes the method when it runs, but the build found no way to its class`;
    problems.add({ code: 'SIGIL024', at: placeOf(decorator), message });
  }
}

/** Returns whether a node has no effect at run time: types, imports and exports. */
function isPassive(node: ts.Node): boolean {
  if (compiler.isTypeNode(node)) return !compiler.isExpressionWithTypeArguments(node);
  return (
    compiler.isImportDeclaration(node) ||
    compiler.isExportDeclaration(node) ||
    compiler.isInterfaceDeclaration(node) ||
    (compiler.isExportAssignment(node) && compiler.isIdentifier(node.expression))
  );
}

function nameIn(node: ts.Node): string | undefined {
  if (compiler.isIdentifier(node)) return node.text;
  const isKey = compiler.isStringLiteral(node) && compiler.isElementAccessExpression(node.parent);
  return isKey ? node.text : undefined;
}

/** Returns the imported names. Decorators may be imported under any name, and through re-exports. */
function importedNames(reading: Reading, file: ts.SourceFile): string[] {
  return file.statements.flatMap((statement) => {
    const clause = compiler.isImportDeclaration(statement) ? statement.importClause : undefined;
    const bindings = clause?.namedBindings;
    const named = bindings && compiler.isNamedImports(bindings) ? [...bindings.elements] : [];
    const locals = [...named, ...(clause?.name ? [clause] : [])].flatMap(({ name }) => name ?? []);
    return locals
      .filter((name) => isMarker(reading, reading.checker.getSymbolAtLocation(name)))
      .map(({ text }) => text);
  });
}

/** Returns the decorator's name in core. */
function calledAt(reading: Reading, node: ts.Node): string | undefined {
  const symbol = symbolAt(reading, node);
  return isMarker(reading, symbol) ? resolveAlias(reading, symbol).name : undefined;
}

function symbolAt({ checker }: Reading, node: ts.Node): ts.Symbol | undefined {
  const { parent } = node;
  if (compiler.isShorthandPropertyAssignment(parent)) return checker.getShorthandAssignmentValueSymbol(parent);
  // `const { Tool } = core` names the module's export once, where the variable is declared.
  if (compiler.isBindingElement(parent) && (parent.propertyName ?? parent.name) === node && compiler.isIdentifier(node))
    return checker.getPropertyOfType(checker.getTypeAtLocation(parent.parent), node.text);
  return checker.getSymbolAtLocation(node);
}

function isMarker(reading: Reading, symbol: ts.Symbol | undefined): symbol is ts.Symbol {
  if (!symbol) return false;
  const called = resolveAlias(reading, symbol);
  return namesOfCore.has(called.name) && reading.origins.isFromCore(called) && isFunction(called);
}

function isFunction(symbol: ts.Symbol): boolean {
  return (symbol.flags & compiler.SymbolFlags.Function) !== 0;
}

/** Returns the use, if any; a namespace publishes nothing by itself. */
function useAt(called: string, node: ts.Node): MarkerUse[] {
  const decorator = decoratorOf(node);
  const decorated = decorator?.parent;
  if (!decorator || !decorated) return [{ at: node }];
  if (!publishing.has(called)) return compiler.isClassLike(decorated) ? [] : [{ at: node }];
  const isMember = compiler.isClassElement(decorated) && compiler.isClassLike(decorated.parent);
  return [{ at: node, ...(isMember && { decorator }) }];
}

/** Returns the decorator: `@Tool`, `@Tool(…)`, `@sigil.Tool(…)`. */
function decoratorOf(name: ts.Node): ts.Decorator | undefined {
  let node = name;
  const isStep = ({ parent }: ts.Node): boolean =>
    (compiler.isPropertyAccessExpression(parent) && parent.name === node) ||
    (compiler.isElementAccessExpression(parent) && parent.argumentExpression === node) ||
    (compiler.isCallExpression(parent) && parent.expression === node) ||
    (compiler.isExpression(parent) && unwrapExpression(parent) !== parent);
  while (isStep(node)) node = node.parent;
  return compiler.isDecorator(node.parent) ? node.parent : undefined;
}
