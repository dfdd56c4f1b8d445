/**
 * Reads the items of a list that a low-level server returns: written out, taken from constants, or mapped from a list of definitions.
 */
import { Node, type Symbol } from 'ts-morph';
import { isWritten, returnsOf, type Written } from '../handlers/returns.js';
import { memberOf, plain, resolve } from '../source/static-value.js';

/** One item of a list. */
export interface ListedItem {
  readonly at: Node;
  /** Returns a member of the item; undefined if it is absent, or depends on a run. */
  readonly part: (name: string) => Node | undefined;
  /** Returns the schema of zod that a member is the JSON Schema of. */
  readonly zodOf: (name: string) => Node | undefined;
}

/** Returns the items of a list; undefined if they depend on a run of the old server. */
export function listedItems(list: Node): readonly ListedItem[] | undefined {
  const held = resolve(list);
  if (Node.isArrayLiteralExpression(held)) {
    const parts = held
      .getElements()
      .map((one) => (Node.isSpreadElement(one) ? listedItems(one.getExpression()) : [itemOf(one)]));
    return parts.every((one) => one !== undefined) ? parts.flat() : undefined;
  }
  if (!Node.isCallExpression(held)) return undefined;
  const called = held.getExpression();
  const [given] = held.getArguments();
  if (!given) return undefined;
  if (called.getText() === 'Object.values') return valuesOf(resolve(given));
  if (!Node.isPropertyAccessExpression(called) || called.getName() !== 'map') return undefined;
  const fn = resolve(given);
  return isWritten(fn) ? listedItems(called.getExpression())?.map((item) => mappedItem(item, fn)) : undefined;
}

function valuesOf(object: Node): readonly ListedItem[] | undefined {
  if (!Node.isObjectLiteralExpression(object)) return undefined;
  const values = object.getProperties().map((one) => {
    if (Node.isShorthandPropertyAssignment(one)) return one.getNameNode();
    return Node.isPropertyAssignment(one) ? one.getInitializer() : undefined;
  });
  return values.every((one) => one !== undefined) ? values.map(itemOf) : undefined;
}

function itemOf(element: Node): ListedItem {
  const object = resolve(element);
  const part = (name: string): Node | undefined => memberOf(object, name);
  return { at: element, part, zodOf: (name) => convertedBy(part(name)) };
}

/** The argument of `zodToJsonSchema(schema)` and its like. */
function convertedBy(node: Node | undefined): Node | undefined {
  const call = node && plain(node);
  const isConversion =
    Node.isCallExpression(call) && /(zodToJsonSchema|toJSONSchema)$/.test(call.getExpression().getText());
  return isConversion ? call.getArguments()[0] : undefined;
}

/** The item that a function makes of another one: `({ name, schema }) => ({ name, inputSchema: zodToJsonSchema(schema) })`. */
function mappedItem(item: ListedItem, fn: Written): ListedItem {
  const [only, second] = returnsOf(fn);
  const made = only?.value && !second ? plain(only.value) : undefined;
  const follow = (node: Node | undefined): Node | undefined => node && followed(node, item, fn);
  const part = (name: string): Node | undefined => {
    if (made && !Node.isObjectLiteralExpression(made)) {
      const whole = follow(made);
      return whole && memberOf(resolve(whole), name);
    }
    const own = made && memberOf(made, name);
    if (own) return follow(own);
    const isSpread = Node.isObjectLiteralExpression(made) && made.getProperties().some(Node.isSpreadAssignment);
    return isSpread ? item.part(name) : undefined;
  };
  const ownZod = (name: string): Node | undefined => follow(convertedBy(made && memberOf(made, name)));
  return { at: item.at, part, zodOf: (name) => ownZod(name) ?? item.zodOf(name) };
}

/** Replaces a parameter of the function, or a member of it, by what the item has; other expressions stay. */
function followed(node: Node, item: ListedItem, fn: Written): Node | undefined {
  const value = plain(node);
  const [parameter] = fn.getParameters();
  const isParameter = (one: Node): boolean =>
    parameter !== undefined && Node.isIdentifier(one) && valueSymbol(one) === parameter.getNameNode().getSymbol();
  if (Node.isPropertyAccessExpression(value)) {
    if (isParameter(value.getExpression())) return item.part(value.getName());
    const object = followed(value.getExpression(), item, fn);
    return object && (memberOf(resolve(object), value.getName()) ?? value);
  }
  const declaration = Node.isIdentifier(value) ? valueSymbol(value)?.getDeclarations()[0] : undefined;
  if (Node.isBindingElement(declaration) && declaration.getFirstAncestor(Node.isParameterDeclaration) === parameter)
    return item.part(declaration.getPropertyNameNode()?.getText() ?? declaration.getName());
  return value;
}

/** The symbol of the value of a name, also in `{ name }`. */
function valueSymbol(name: Node): Symbol | undefined {
  const parent = name.getParent();
  return Node.isShorthandPropertyAssignment(parent) ? parent.getValueSymbol() : name.getSymbol();
}
