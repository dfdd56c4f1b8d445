/**
 * Gives names to the locals of set-up functions that no other function of their file has, since the bodies of all of them become statements
 * of one module.
 */
import { Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { isWritten, type Written } from '../handlers/returns.js';
import { ServerUses } from '../readers/server-uses.js';
import { findServers, functionBehind, type ServerValues } from '../readers/server-values.js';

/** Renames locals and parameters whose names are taken, and finds the servers again if there were any. */
export function withOwnNames(files: readonly SourceFile[]): ServerValues {
  const servers = findServers(files);
  const renames = files.flatMap((file) => renamesIn(file, new ServerUses(servers, file)));
  if (renames.length === 0) return servers;
  // A rename may replace nodes, which are then found anew.
  for (const { at, name } of renames) if (!at.wasForgotten()) rename(at, name);
  return withOwnNames(files);
}

function renamesIn(file: SourceFile, uses: ServerUses): readonly Declared[] {
  const taken = new Set(file.getStatements().flatMap((statement) => declaredIn(statement).map(({ name }) => name)));
  const used = new Set(file.getDescendantsOfKind(SyntaxKind.Identifier).map((one) => one.getText()));
  const found = uses.isEmpty() ? [] : reservedIn(file);
  for (const fn of file.getDescendants().filter(isWritten)) {
    if (!uses.isSetUp(fn) || isHandler(fn)) continue;
    for (const { name, at } of [...localsOf(fn), ...parametersOf(file, fn)]) {
      if (uses.gone.has(at)) continue;
      const free = freeName(name, taken, used);
      taken.add(free);
      used.add(free);
      if (free !== name) found.push({ name: free, at });
    }
  }
  return found;
}

/** Names that a written module imports from core. */
const reserved = new Set([
  'Tool',
  'Resource',
  'Prompt',
  'Complete',
  'Context',
  'ContentBlock',
  'PromptMessage',
  'ResourceContents',
  'ToolError',
]);

/** Declarations and imports of the module itself that have a name of core. */
function reservedIn(file: SourceFile): Declared[] {
  const declared = file.getStatements().flatMap(declaredIn);
  return declared.flatMap(({ name, at }) => (reserved.has(name) ? [{ name: `Old${name}`, at }] : []));
}

interface Declared {
  readonly name: string;
  readonly at: Node;
}

/** A function that is passed to a call stays one. */
function isHandler(fn: Written): boolean {
  const parent = fn.getParent();
  return Node.isCallExpression(parent) && parent.getArguments().includes(fn);
}

/** The names that statements of a function declare, also in blocks, which become statements of the module too. */
function localsOf(fn: Written): readonly Declared[] {
  const found: Declared[] = [];
  fn.getBody()?.forEachDescendant((node, traversal) => {
    if (Node.isStatement(node)) found.push(...declaredIn(node));
    if (isWritten(node) || Node.isClassDeclaration(node)) traversal.skip();
  });
  return found;
}

/** The parameters that become constants: those that get a value of another name. */
function parametersOf(file: SourceFile, fn: Written): readonly Declared[] {
  const calls = file
    .getDescendants()
    .filter((node) => Node.isCallExpression(node) && functionBehind(node.getExpression()) === fn);
  return fn.getParameters().flatMap((parameter, index) => {
    const given = calls.map((call) =>
      Node.isCallExpression(call) ? call.getArguments()[index]?.getText() : undefined,
    );
    return namesIn(parameter.getNameNode(), parameter).filter(({ name }) => !given.includes(name));
  });
}

function declaredIn(statement: Node): readonly Declared[] {
  if (Node.isVariableStatement(statement))
    return statement.getDeclarations().flatMap((one) => namesIn(one.getNameNode(), one));
  if (Node.isImportDeclaration(statement)) {
    const named = statement.getNamedImports().map((one) => one.getAliasNode() ?? one.getNameNode());
    const names = [statement.getDefaultImport(), statement.getNamespaceImport(), ...named].filter(
      (one) => one !== undefined,
    );
    return names.map((one) => ({ name: one.getText(), at: one }));
  }
  const isDeclaration =
    Node.isFunctionDeclaration(statement) ||
    Node.isClassDeclaration(statement) ||
    Node.isEnumDeclaration(statement) ||
    Node.isTypeAliasDeclaration(statement) ||
    Node.isInterfaceDeclaration(statement);
  const name = isDeclaration ? statement.getName() : undefined;
  return name === undefined ? [] : [{ name, at: statement }];
}

/** The names that a declaration or a pattern declares. */
function namesIn(name: Node, at: Node): readonly Declared[] {
  if (Node.isIdentifier(name)) return [{ name: name.getText(), at }];
  return name
    .getDescendants()
    .filter(Node.isBindingElement)
    .flatMap((one) => namesOfElement(one));
}

function namesOfElement(element: Node): readonly Declared[] {
  if (!Node.isBindingElement(element) || !Node.isIdentifier(element.getNameNode())) return [];
  return [{ name: element.getName(), at: element }];
}

/** Returns the name, or one with a number that occurs nowhere in the file. */
function freeName(name: string, taken: ReadonlySet<string>, used: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let count = 2; ; count++)
    if (!taken.has(`${name}${count}`) && !used.has(`${name}${count}`)) return `${name}${count}`;
}

/** Members of objects keep their names: `{ client }` becomes `{ client: client2 }`. */
function rename(at: Node, name: string): void {
  const specifier = at.getParent();
  if (Node.isImportSpecifier(specifier)) {
    specifier.renameAlias(name);
    return;
  }
  const named =
    Node.isVariableDeclaration(at) || Node.isParameterDeclaration(at) || Node.isBindingElement(at)
      ? at.getNameNode()
      : at;
  if (
    Node.isIdentifier(named) ||
    Node.isFunctionDeclaration(named) ||
    Node.isClassDeclaration(named) ||
    Node.isEnumDeclaration(named) ||
    Node.isTypeAliasDeclaration(named) ||
    Node.isInterfaceDeclaration(named)
  )
    named.rename(name, { usePrefixAndSuffixText: true });
}
