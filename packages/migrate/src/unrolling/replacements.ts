/**
 * The texts that take the place of names in a copy: items of a loop, or arguments of a call.
 */
import { type Identifier, Node, type ObjectBindingPattern, type Statement } from 'ts-morph';
import { type LinedText, linedAt } from '../source/source-lines.js';
import { memberOf, plain, resolve } from '../source/static-value.js';
import { isChain, type Item, isPath, literalMembers, memberText } from './constant-items.js';

/** Code that cannot be copied. */
export class NotCopied extends Error {}

/** A text in place of a name. */
export interface Replacement {
  readonly text: LinedText;
  /** The expression behind the text, if the source shows it. */
  readonly node?: Node;
  /** Names that the text refers to, if they are more than its first one. */
  readonly names?: ReadonlySet<string>;
}

/** Texts by the declarations of the names that they replace. */
export type Replacements = Map<Node, Replacement>;

/** Adds the names that a pattern declares, as parts of an item. @throws NotCopied for a pattern whose parts depend on a run */
export function bindItem(replacements: Replacements, declared: Node, item: Item, line: number): void {
  const name = nameNodeOf(declared);
  if (Node.isIdentifier(name)) {
    replacements.set(declared, { text: linedAt(item.text, line), ...(item.node && { node: item.node }) });
    return;
  }
  if (Node.isArrayBindingPattern(name)) {
    for (const [index, element] of name.getElements().entries()) {
      if (!Node.isBindingElement(element)) continue;
      const part = item.pair ? item.pair[index] : { text: `${item.text}[${String(index)}]` };
      if (!part || element.getInitializer() || element.getDotDotDotToken()) throw new NotCopied();
      bindItem(replacements, element, part, line);
    }
    return;
  }
  if (!Node.isObjectBindingPattern(name) || item.pair) throw new NotCopied();
  for (const element of name.getElements()) {
    if (element.getDotDotDotToken()) {
      bindItem(replacements, element, { text: restText(item, name) }, line);
      continue;
    }
    const property = element.getPropertyNameNode();
    if (Node.isComputedPropertyName(property)) throw new NotCopied();
    const key = Node.isStringLiteral(property) ? property.getLiteralText() : (property?.getText() ?? element.getName());
    bindItem(replacements, element, memberItem(item, key, element.getInitializer()), line);
  }
}

/** An object with the members of an item that a pattern does not name: `const { name, ...config } = tool`. */
function restText(item: Item, pattern: ObjectBindingPattern): string {
  const members = item.node && literalMembers(resolve(item.node));
  if (!members) throw new NotCopied();
  const named = new Set(pattern.getElements().map((one) => one.getPropertyNameNode()?.getText() ?? one.getName()));
  const others = [...members.keys()].filter((name) => !named.has(name));
  return `{ ${others.map((name) => `${JSON.stringify(name)}: ${memberText(item.text, name)}`).join(', ')} }`;
}

/** A member of an item, or the default of the pattern if the item does not have it. */
function memberItem(item: Item, key: string, fallback: Node | undefined): Item {
  const object = item.node && resolve(item.node);
  const node = object && memberOf(object, key);
  if (fallback === undefined || node) return { text: memberText(item.text, key), ...(node && { node }) };
  if (!Node.isObjectLiteralExpression(object) || !isSimple(fallback)) throw new NotCopied();
  return { text: fallback.getText(), node: fallback };
}

/** Returns whether an expression can be written anywhere, any number of times: a literal without parts, or a chain of names. */
export function isSimple(node: Node): boolean {
  const value = plain(node);
  return (
    isPath(value) ||
    Node.isStringLiteral(value) ||
    Node.isNoSubstitutionTemplateLiteral(value) ||
    Node.isNumericLiteral(value) ||
    Node.isTrueLiteral(value) ||
    Node.isFalseLiteral(value) ||
    Node.isNullLiteral(value)
  );
}

/**
 * Adds the constants of a body that only give a part of a replaced name another name, as `const { name, run } = tool`. Returns their
 * statements, which a copy leaves out.
 */
export function bindAliases(replacements: Replacements, statements: readonly Statement[]): ReadonlySet<Statement> {
  const left = new Set<Statement>();
  for (const statement of statements) {
    if (!Node.isVariableStatement(statement) || statement.getDeclarationKind() !== 'const') continue;
    const declarations = statement.getDeclarations();
    const items = declarations.map((one) => one.getInitializer()).map((value) => value && itemOf(value, replacements));
    if (items.some((item) => item === undefined)) continue;
    for (const [index, declaration] of declarations.entries())
      bindItem(replacements, declaration, items[index] as Item, statement.getStartLineNumber());
    left.add(statement);
  }
  return left;
}

/** Returns the item that a chain of names is, if it begins with a replaced name. */
export function itemOf(node: Node, replacements: Replacements): Item | undefined {
  const value = plain(node);
  if (Node.isIdentifier(value)) {
    const declaration = declaredBy(value);
    const replacement = declaration && replacements.get(declaration);
    return replacement && isChain(replacement.text.text)
      ? { text: replacement.text.text, ...(replacement.node && { node: replacement.node }) }
      : undefined;
  }
  if (!Node.isPropertyAccessExpression(value)) return undefined;
  const object = itemOf(value.getExpression(), replacements);
  return object && memberItem(object, value.getName(), undefined);
}

/** Returns the declaration of a name in its own file, also in `{ name }`. */
export function declaredBy(name: Identifier): Node | undefined {
  const parent = name.getParent();
  const symbol = Node.isShorthandPropertyAssignment(parent) ? parent.getValueSymbol() : name.getSymbol();
  return symbol?.getDeclarations()[0];
}

/** The name or the pattern of a declaration. */
export function nameNodeOf(declared: Node): Node | undefined {
  return Node.isVariableDeclaration(declared) ||
    Node.isParameterDeclaration(declared) ||
    Node.isBindingElement(declared)
    ? declared.getNameNode()
    : Node.isFunctionDeclaration(declared) ||
        Node.isClassDeclaration(declared) ||
        Node.isTypeAliasDeclaration(declared) ||
        Node.isInterfaceDeclaration(declared)
      ? declared.getNameNode()
      : undefined;
}
