/**
 * Cuts the module of one schema out of the file with its decorator: the expression and what it refers to, but not the class, whose other
 * imports would run with it.
 */
import type { ts } from 'ts-morph';
import { schemaExport } from '../schemas/evaluator/evaluation-events.js';
import { compiler } from './program/compiler.js';

/**
 * Returns the file's text with everything blank that `expression` does not need, and the expression as an export at its end. The
 * positions of what is left do not change.
 */
export function cutSchemaModule(file: ts.SourceFile, expression: ts.Expression): string {
  const needed = namesIn(expression);
  const kept = new Set<ts.Statement>();
  const declared = new Set(file.statements.flatMap(namesDeclaredBy));
  for (let before = -1; before !== kept.size;) {
    before = kept.size;
    for (const statement of file.statements) {
      if (kept.has(statement) || !isNeeded(statement, needed, declared)) continue;
      kept.add(statement);
      for (const name of namesIn(statement)) needed.add(name);
    }
  }
  const blanks = file.statements.flatMap((statement) =>
    kept.has(statement) ? blanksOfImport(statement, needed) : [[statement.getStart(file), statement.end] as const],
  );
  let text = file.text;
  for (const [start, end] of blanks) text = text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
  return `${text}\nexport const ${schemaExport} = (${expression.getText(file)});\n`;
}

/** Leaves line breaks, so that lines keep their numbers. */
function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/**
 * Returns whether a statement declares a needed name, imports a module for its effects, or acts on what is needed, such as
 * `z.config(…)`.
 */
function isNeeded(statement: ts.Statement, needed: ReadonlySet<string>, declared: ReadonlySet<string>): boolean {
  if (compiler.isImportDeclaration(statement) && !statement.importClause) return true;
  const names = namesDeclaredBy(statement);
  if (names.length > 0) return names.some((name) => needed.has(name));
  if (compiler.isExportDeclaration(statement) || compiler.isExportAssignment(statement)) return false;
  if (compiler.isClassDeclaration(statement) || compiler.isFunctionDeclaration(statement)) return false;
  if (compiler.isImportDeclaration(statement) || compiler.isInterfaceDeclaration(statement)) return false;
  return [...namesIn(statement)].some((name) => needed.has(name) && declared.has(name));
}

/** Returns the names that a statement of the module's top level gives to values. */
function namesDeclaredBy(statement: ts.Statement): string[] {
  if (compiler.isImportDeclaration(statement)) return namesImportedBy(statement);
  if (compiler.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => namesBoundBy(name));
  if (compiler.isTypeAliasDeclaration(statement) || compiler.isInterfaceDeclaration(statement)) return [];
  const isNamed =
    compiler.isClassDeclaration(statement) ||
    compiler.isFunctionDeclaration(statement) ||
    compiler.isEnumDeclaration(statement) ||
    compiler.isModuleDeclaration(statement) ||
    compiler.isImportEqualsDeclaration(statement);
  return isNamed && statement.name ? [statement.name.text] : [];
}

function namesImportedBy({ importClause }: ts.ImportDeclaration): string[] {
  if (!importClause || importClause.isTypeOnly) return [];
  const { name, namedBindings } = importClause;
  const others = !namedBindings
    ? []
    : compiler.isNamespaceImport(namedBindings)
      ? [namedBindings.name.text]
      : namedBindings.elements.filter((one) => !one.isTypeOnly).map((one) => one.name.text);
  return [...(name ? [name.text] : []), ...others];
}

function namesBoundBy(name: ts.BindingName): string[] {
  if (compiler.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (compiler.isBindingElement(element) ? namesBoundBy(element.name) : []));
}

/** Returns every name that an expression or a statement may refer to as a value; names of members are none. */
function namesIn(node: ts.Node): Set<string> {
  const names = new Set<string>();
  const visit = (inner: ts.Node): void => {
    if (compiler.isTypeNode(inner) && !compiler.isExpressionWithTypeArguments(inner)) return;
    if (compiler.isIdentifier(inner)) names.add(inner.text);
    if (compiler.isPropertyAccessExpression(inner)) visit(inner.expression);
    else if (compiler.isPropertyAssignment(inner)) {
      if (compiler.isComputedPropertyName(inner.name)) visit(inner.name);
      visit(inner.initializer);
    } else compiler.forEachChild(inner, visit);
  };
  if (!compiler.isImportDeclaration(node)) visit(node);
  return names;
}

/** Returns the parts of an import whose names are not needed: their package could run for nothing. */
function blanksOfImport(statement: ts.Statement, needed: ReadonlySet<string>): readonly (readonly [number, number])[] {
  if (!compiler.isImportDeclaration(statement) || !statement.importClause) return [];
  const { name, namedBindings } = statement.importClause;
  const blanks: (readonly [number, number])[] = [];
  const isWholeNeeded =
    namedBindings && (compiler.isNamespaceImport(namedBindings) ? needed.has(namedBindings.name.text) : true);
  if (name && !needed.has(name.text)) blanks.push([name.getStart(), namedBindings?.getStart() ?? name.end]);
  if (!namedBindings) return blanks;
  if (!isWholeNeeded) return [...blanks, [name ? name.end : namedBindings.getStart(), namedBindings.end]];
  if (compiler.isNamespaceImport(namedBindings)) return blanks;
  for (const [index, element] of namedBindings.elements.entries()) {
    if (!element.isTypeOnly && needed.has(element.name.text)) continue;
    blanks.push([element.getStart(), namedBindings.elements[index + 1]?.getStart() ?? element.end]);
  }
  return blanks;
}
