/**
 * Reads the items that a loop takes from arrays and objects which the source writes out.
 */
import { Node } from 'ts-morph';
import { declarationOf, elementsOf, nameOf, plain, resolve, returnedBy } from '../source/static-value.js';
import { quoted } from '../schemas/tags.js';
import { isChanged } from './changed-values.js';

/** A value that a name has in one pass of a loop: its text, and the expression behind it if the source shows that. */
export interface Item {
  readonly text: string;
  readonly node?: Node;
  /** The items of a pair of `Object.entries`. */
  readonly pair?: readonly [Item, Item];
}

/** Returns the items of an array; undefined if they depend on a run. `path` is a text that names the array. */
export function itemsOf(iterated: Node, path: string): readonly Item[] | undefined {
  const value = plain(iterated);
  const ofObject = Node.isCallExpression(value)
    ? /^Object\.(entries|values|keys)$/.exec(value.getExpression().getText())?.[1]
    : undefined;
  if (ofObject === undefined || !Node.isCallExpression(value))
    return isConstant(value)
      ? elementsOf(value)?.map((node, index) => ({ text: `${path}[${String(index)}]`, node }))
      : undefined;
  const object = value.getArguments()[0];
  const members = object && membersOf(object);
  if (!object || !members || !isPath(object)) return undefined;
  return members.map(([name, node]) => {
    const [key, held] = [{ text: quoted(name) }, { text: memberText(object.getText(), name), ...(node && { node }) }];
    return ofObject === 'keys'
      ? key
      : ofObject === 'values'
        ? held
        : { text: `[${key.text}, ${held.text}]`, pair: [key, held] };
  });
}

/** Returns the names of an object, as `for (const name in object)` has them. */
export function keysOf(object: Node): readonly Item[] | undefined {
  return membersOf(object)?.map(([name]) => ({ text: quoted(name) }));
}

/** Writes the access of a member. */
export function memberText(object: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${object}.${name}` : `${object}[${quoted(name)}]`;
}

/** Returns whether an expression is a chain of names, which can be evaluated again. */
export function isPath(node: Node): boolean {
  const value = plain(node);
  if (Node.isIdentifier(value) || Node.isThisExpression(value)) return true;
  if (Node.isElementAccessExpression(value)) {
    const index = value.getArgumentExpression();
    return isPath(value.getExpression()) && (Node.isNumericLiteral(index) || Node.isStringLiteral(index));
  }
  return Node.isPropertyAccessExpression(value) && isPath(value.getExpression());
}

/** Returns whether a text is a chain of names, of members and of elements. */
export function isChain(text: string): boolean {
  return /^([\w$.?]|\[(\d+|'[^']*')\])+$/.test(text);
}

/** The members of a constant object or of an imported module, in the order of `Object.keys`. */
function membersOf(object: Node): readonly (readonly [name: string, node: Node | undefined])[] | undefined {
  if (!isConstant(object)) return undefined;
  const exported = exportsOf(object);
  if (exported) return exported;
  const found = literalMembers(resolve(object));
  if (!found) return undefined;
  const isIndex = ([name]: readonly [string, unknown]): boolean => /^(0|[1-9]\d*)$/.test(name);
  const indexes = [...found].filter(isIndex).sort(([one], [other]) => Number(one) - Number(other));
  return [...indexes, ...[...found].filter((one) => !isIndex(one))];
}

/** Returns the members of an object literal by name; undefined if one of them depends on a run. */
export function literalMembers(object: Node): ReadonlyMap<string, Node | undefined> | undefined {
  const found = new Map<string, Node | undefined>();
  return addMembers(object, found) ? found : undefined;
}

function addMembers(object: Node, found: Map<string, Node | undefined>): boolean {
  if (!Node.isObjectLiteralExpression(object)) return false;
  return object.getProperties().every((property) => {
    if (Node.isSpreadAssignment(property))
      return isConstant(property.getExpression()) && addMembers(resolve(property.getExpression()), found);
    const name = nameOf(property);
    if (name === undefined || name === '__proto__') return false;
    const held = Node.isPropertyAssignment(property)
      ? property.getInitializer()
      : Node.isShorthandPropertyAssignment(property)
        ? property.getNameNode()
        : property;
    found.set(name, held);
    return true;
  });
}

/** The values that `import * as tools` names, by name. */
function exportsOf(node: Node): readonly (readonly [name: string, node: Node | undefined])[] | undefined {
  const value = plain(node);
  const declaration = Node.isIdentifier(value) ? value.getSymbol()?.getDeclarations()[0] : undefined;
  if (!Node.isNamespaceImport(declaration)) return undefined;
  const file = declaration.getFirstAncestor(Node.isImportDeclaration)?.getModuleSpecifierSourceFile();
  const isWhole = file
    ?.getExportDeclarations()
    .every((one) => one.getModuleSpecifierSourceFile() ?? one.getNamedExports().length > 0);
  if (!file || isWhole !== true) return undefined;
  const values = [...file.getExportedDeclarations()].flatMap(([name, [first]]) =>
    first && !Node.isTypeAliasDeclaration(first) && !Node.isInterfaceDeclaration(first) ? [[name, first] as const] : [],
  );
  return values
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, one]) => [name, Node.isVariableDeclaration(one) ? one.getInitializer() : one]);
}

/** Whether nothing changes the arrays and objects that an expression is made of. */
function isConstant(node: Node, depth = 0): boolean {
  const value = plain(node);
  if (depth > 20) return false;
  if (Node.isArrayLiteralExpression(value))
    return value.getElements().every((one) => !Node.isSpreadElement(one) || isConstant(one.getExpression(), depth + 1));
  if (Node.isPropertyAccessExpression(value) || Node.isElementAccessExpression(value))
    return isConstant(value.getExpression(), depth + 1);
  if (Node.isCallExpression(value)) {
    const returned = returnedBy(value);
    return returned !== undefined && isConstant(returned, depth + 1);
  }
  if (!Node.isIdentifier(value)) return true;
  const declaration = declarationOf(value);
  if (!Node.isVariableDeclaration(declaration)) return true;
  const held = declaration.getInitializer();
  return !isChanged(declaration) && (held === undefined || isConstant(held, depth + 1));
}
