/**
 * Finds the values of a folder that are servers: variables, parameters and fields that hold one, and functions that return one.
 */
import {
  type ArrowFunction,
  type ClassDeclaration,
  type FunctionDeclaration,
  type FunctionExpression,
  type MethodDeclaration,
  Node,
  type SourceFile,
} from 'ts-morph';
import { bare, isWritten, returnsOf } from '../handlers/returns.js';
import { importedName, importOf } from '../source/imports.js';
import { declarationOf, resolve } from '../source/static-value.js';

const modules = /^(@modelcontextprotocol\/(sdk|server)|fastmcp)(\/|$)/;
const classes = new Set(['McpServer', 'Server', 'FastMCP']);

/** The servers of a folder. */
export interface ServerValues {
  /** Declarations of variables, parameters and fields. */
  readonly holders: ReadonlySet<Node>;
  /** Functions that return a server. */
  readonly factories: ReadonlySet<Node>;
  /** The expressions `new McpServer(…)`. */
  readonly created: readonly Node[];
  readonly isServer: (node: Node) => boolean;
  /** Classes that hold a server of their own. */
  readonly classes: ReadonlySet<ClassDeclaration>;
}

/** Returns whether the expression constructs a server. */
export function isNewServer(node: Node | undefined): boolean {
  const value = node && bare(node);
  if (!Node.isNewExpression(value)) return false;
  const name = value.getExpression();
  const local = Node.isPropertyAccessExpression(name) ? name.getName() : name.getText();
  if (!Node.isIdentifier(name)) return classes.has(local);
  const module = importOf(name);
  return module === undefined ? classes.has(local) : modules.test(module) && classes.has(importedName(name));
}

/** Finds the servers by following assignments, arguments and results until nothing new is found. */
export function findServers(files: readonly SourceFile[]): ServerValues {
  const holders = new Set<Node>();
  const fields = new Set<string>();
  const factories = new Set<Node>();
  const created: Node[] = [];
  const isServer = (node: Node): boolean => {
    const value = bare(node);
    if (Node.isIdentifier(value)) {
      const declaration = declarationOf(value);
      return declaration !== undefined && holders.has(declaration);
    }
    if (!Node.isPropertyAccessExpression(value)) return false;
    const field = value.getNameNode().getSymbol()?.getDeclarations()[0];
    if (field && holders.has(field)) return true;
    return Node.isThisExpression(value.getExpression()) && fields.has(fieldKey(value));
  };
  const holds = (node: Node | undefined): boolean => {
    const value = node && bare(node);
    if (!value) return false;
    if (isNewServer(value) || isServer(value)) return true;
    if (!Node.isCallExpression(value)) return false;
    const called = resolve(value.getExpression());
    return factories.has(called) || factories.has(methodBehind(value.getExpression()) ?? called);
  };
  for (let before = -1; before !== holders.size + factories.size + fields.size;) {
    before = holders.size + factories.size + fields.size;
    for (const file of files)
      file.forEachDescendant((node) => {
        if (isNewServer(node) && !created.includes(node)) created.push(node);
        if (
          (Node.isVariableDeclaration(node) || Node.isPropertyDeclaration(node)) &&
          (holds(node.getInitializer()) || isServerType(node.getTypeNode()))
        )
          holders.add(node);
        if (Node.isParameterDeclaration(node) && isServerType(node.getTypeNode())) holders.add(node);
        if (Node.isBinaryExpression(node) && node.getOperatorToken().getText() === '=' && holds(node.getRight())) {
          const left = node.getLeft();
          if (Node.isPropertyAccessExpression(left) && Node.isThisExpression(left.getExpression()))
            fields.add(fieldKey(left));
          const declaration = Node.isIdentifier(left) ? declarationOf(left) : undefined;
          if (declaration) holders.add(declaration);
        }
        if (isWritten(node) && returnsOf(node).some(({ value }) => holds(value))) factories.add(node);
        if (Node.isCallExpression(node)) passArguments(node, holds, holders);
      });
  }
  return { holders, factories, created, isServer, classes: holdingClasses([...created, ...holders]) };
}

/** Classes that create a server, hold one that they get, or register at one. */
function holdingClasses(nodes: readonly Node[]): ReadonlySet<ClassDeclaration> {
  const inside = nodes.filter(
    (node) =>
      Node.isNewExpression(node) ||
      Node.isPropertyDeclaration(node) ||
      Node.isConstructorDeclaration(node.getParent()) ||
      Node.isMethodDeclaration(node.getParent()),
  );
  const classes = inside.map((node) => node.getFirstAncestor(Node.isClassDeclaration));
  return new Set(classes.filter((one) => one !== undefined));
}

/** Returns the class that an expression constructs, if it holds a server. */
export function constructedClass(
  node: Node | undefined,
  classes: ReadonlySet<ClassDeclaration>,
): ClassDeclaration | undefined {
  const value = node && bare(node);
  if (!Node.isNewExpression(value)) return undefined;
  const declaration = declarationOf(value.getExpression());
  return Node.isClassDeclaration(declaration) && classes.has(declaration) ? declaration : undefined;
}

function fieldKey(access: Node): string {
  const owner = access.getFirstAncestor((one) => Node.isClassDeclaration(one) || Node.isClassExpression(one));
  return `${owner?.getSourceFile().getFilePath() ?? ''}:${owner?.getPos() ?? 0}:${Node.isPropertyAccessExpression(access) ? access.getName() : ''}`;
}

function methodBehind(called: Node): Node | undefined {
  return Node.isPropertyAccessExpression(called)
    ? called.getNameNode().getSymbol()?.getDeclarations().find(Node.isMethodDeclaration)
    : undefined;
}

function isServerType(type: Node | undefined): boolean {
  return type !== undefined && /^(McpServer|Server|FastMCP)(<.*>)?$/s.test(type.getText()) && isImported(type);
}

function isImported(type: Node): boolean {
  const text = type.getText().replace(/<.*/s, '');
  return type
    .getSourceFile()
    .getImportDeclarations()
    .some(
      (one) =>
        modules.test(one.getModuleSpecifierValue()) &&
        one.getNamedImports().some((named) => (named.getAliasNode()?.getText() ?? named.getName()) === text),
    );
}

function passArguments(call: Node, holds: (node: Node | undefined) => boolean, holders: Set<Node>): void {
  if (!Node.isCallExpression(call)) return;
  const fn = functionBehind(call.getExpression());
  if (!fn) return;
  for (const [index, given] of call.getArguments().entries()) {
    const parameter = fn.getParameters()[index];
    if (parameter && holds(given)) holders.add(parameter);
  }
}

/** Returns the function that an expression calls. */
export function functionBehind(
  called: Node,
): ArrowFunction | FunctionExpression | FunctionDeclaration | MethodDeclaration | undefined {
  const held = resolve(called);
  if (isWritten(held)) return held;
  const method = methodBehind(called);
  return method && Node.isMethodDeclaration(method) ? method : undefined;
}
