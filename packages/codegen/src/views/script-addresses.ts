/**
 * Finds the addresses that a script reaches: those that it fetches, imports or shows. Addresses in other texts and in comments reach nothing.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import type { CspList } from './allows-host.js';
import {
  findInRefresh,
  findInStyle,
  findInValue,
  isFormTarget,
  isLoadedRelation,
  isRemote,
  listOfAttribute,
  type ReachedAddress,
} from './reached-address.js';
import { findConstant, isDeclared, nameOf, type ScriptSource } from './script-constants.js';
import { knownAddress, unknownPart, valuesOf, writtenText } from './text-values.js';

/** Functions, methods and classes that reach their first argument. */
const reaching: Readonly<Record<string, CspList>> = {
  fetch: 'connectDomains',
  sendBeacon: 'connectDomains',
  WebSocket: 'connectDomains',
  EventSource: 'connectDomains',
  WebSocketStream: 'connectDomains',
  WebTransport: 'connectDomains',
  Request: 'connectDomains',
  Worker: 'resourceDomains',
  SharedWorker: 'resourceDomains',
  importScripts: 'resourceDomains',
  // Of a worklet.
  addModule: 'resourceDomains',
  Audio: 'resourceDomains',
  FontFace: 'resourceDomains',
};

/**
 * Finds the addresses of a script.
 *
 * @param withOthers whether to find also those that are only handed on, such as the base address of a client
 */
export function findInScript(
  source: ScriptSource,
  { withOthers }: { readonly withOthers: boolean },
): readonly ReachedAddress[] {
  const search = new AddressSearch(source, withOthers);
  search.visit(source.tree);
  return search.found;
}

class AddressSearch {
  readonly #source: ScriptSource;
  readonly #withOthers: boolean;
  /** The addresses by the places where they begin. */
  readonly #found = new Map<number, ReachedAddress[]>();

  constructor(source: ScriptSource, withOthers: boolean) {
    this.#source = source;
    this.#withOthers = withOthers;
  }

  get found(): readonly ReachedAddress[] {
    return [...this.#found.values()].flat();
  }

  readonly visit = (node: ts.Node): void => {
    if (compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node)) {
      const name =
        node.moduleSpecifier && compiler.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : '';
      if (isRemote(name)) this.#note(node.moduleSpecifier, 'resourceDomains');
    } else if (compiler.isCallExpression(node) || compiler.isNewExpression(node)) {
      this.#visitCall(node);
    } else if (compiler.isJsxAttribute(node)) {
      this.#visitAttribute(node);
    } else if (compiler.isPropertyAssignment(node)) {
      const name = nameOf(node.name);
      const list = listOfAttribute(tagOfProperties(node.parent), name);
      if (list ?? this.#withOthers) this.#note(node.initializer, list, name);
    } else if (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.EqualsToken) {
      this.#visitAssignment(node);
    } else if (compiler.isStringLiteralLike(node) || compiler.isTemplateExpression(node)) {
      this.#visitText(node);
    } else if (this.#withOthers && isChangeable(node) && node.initializer) {
      this.#note(node.initializer, undefined);
    }
    compiler.forEachChild(node, this.visit);
  };

  #visitAttribute(attribute: ts.JsxAttribute): void {
    const { initializer, parent } = attribute;
    const [tag, name] = [parent.parent.tagName.getText(), attribute.name.getText()];
    const value = initializer && compiler.isJsxExpression(initializer) ? initializer.expression : initializer;
    const relations = tag === 'link' ? textOfAttribute(parent, 'rel') : undefined;
    if (relations !== undefined && !isLoadedRelation(relations)) return;
    if (isFormTarget(tag, name) || (tag === 'meta' && name === 'content' && isRefresh(parent))) this.#noteLeft(value);
    const list = listOfAttribute(tag, name);
    if (list) this.#note(value, list, name);
  }

  #visitAssignment({ left, right }: ts.BinaryExpression): void {
    if (isLocation(left)) return this.#noteLeft(right);
    if (!compiler.isPropertyAccessExpression(left)) return;
    const {
      expression,
      name: { text: name },
    } = left;
    const tag = tagOfElement(expression, this.#source);
    if (isFormTarget(tag, name) || (name === 'href' && isLocation(expression))) return this.#noteLeft(right);
    const list = /^(?:src|srcset|poster|href|data)$/.test(name) ? listOfAttribute(tag, name) : undefined;
    if (list) this.#note(right, list, name);
  }

  #visitCall({ expression, arguments: given }: ts.CallExpression | ts.NewExpression): void {
    const [first, second] = given ?? [];
    if (expression.kind === compiler.SyntaxKind.ImportKeyword) {
      const isLocal = first && compiler.isStringLiteralLike(first) && !isRemote(first.text);
      return isLocal ? undefined : this.#note(first, 'resourceDomains');
    }
    const owner = compiler.isPropertyAccessExpression(expression) ? expression.expression : undefined;
    const name = compiler.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    const list = Object.hasOwn(reaching, name) ? reaching[name] : undefined;
    if (list) return this.#note(first, list);
    // XMLHttpRequest has the method first, and a window the address.
    if (name === 'open' && owner && !isWindow(owner)) return this.#note(second, 'connectDomains');
    if (name === 'open' && (owner || !isDeclared(this.#source.tree, name))) return this.#noteLeft(first);
    if (/^(?:assign|replace)$/.test(name) && owner && isLocation(owner)) return this.#noteLeft(first);
    if (name === 'setAttribute') {
      const attribute = first && compiler.isStringLiteralLike(first) ? first.text : '';
      const tag = owner && tagOfElement(owner, this.#source);
      return this.#note(second, listOfAttribute(tag, attribute), attribute);
    }
    if (this.#withOthers && name !== 'openLink') for (const argument of given ?? []) this.#note(argument, undefined);
  }

  /** Finds what a style or HTML in a text loads. */
  #visitText(node: ts.StringLiteralLike | ts.TemplateExpression): void {
    const text = writtenText(node, this.#source);
    for (const { address } of findInStyle(text)) this.#add(node, address, 'resourceDomains');
    for (const [, tag = '', attributes = ''] of text.matchAll(/<([a-z]+)\s([^<>]*)/gi)) {
      const isRefreshing = /^meta$/i.test(tag) && /http-equiv\s*=\s*["']?refresh/i.test(attributes);
      for (const [, name = '', double, single, bare] of attributes.matchAll(attributeForm)) {
        const value = double ?? single ?? bare ?? '';
        const list = listOfAttribute(tag, name);
        if (list) for (const { address } of findInValue(name, value)) this.#add(node, address, list);
        if (isRefreshing && /^content$/i.test(name)) this.#addLeft(node, findInRefresh(value)?.address ?? '');
        if (isFormTarget(tag, name)) this.#addLeft(node, value);
      }
    }
  }

  /** @param name of the attribute or property, whose value may have several addresses */
  #note(node: ts.Node | undefined, list: CspList | undefined, name = ''): void {
    if (!node) return;
    for (const { text, isCut, node: from } of valuesOf(node, this.#source)) {
      const known = isCut ? text + unknownPart : text;
      // A constant of another file is reported at its use.
      const place = from.getSourceFile() === this.#source.tree ? from : node;
      for (const { address } of list ? findInValue(name, known) : [{ address: known }]) this.#add(place, address, list);
    }
  }

  /** Notes the address of another page, or that in the content of a `<meta http-equiv="refresh">`. */
  #noteLeft(node: ts.Node | undefined): void {
    if (!node) return;
    for (const { text, isCut } of valuesOf(node, this.#source)) {
      const known = isCut ? text + unknownPart : text;
      this.#addLeft(node, findInRefresh(known)?.address ?? known);
    }
  }

  #addLeft(node: ts.Node, given: string): void {
    const address = knownAddress(given);
    if (address === undefined || !isRemote(address)) return;
    const start = node.getStart(this.#source.tree);
    this.#found.set(start, [{ address, isLeft: true, start, end: node.end }]);
  }

  #add(node: ts.Node, given: string, list: CspList | undefined): void {
    const address = knownAddress(given);
    if (address === undefined || address === '' || (!list && !isRemote(address))) return;
    const start = node.getStart(this.#source.tree);
    const known = this.#found.get(start) ?? [];
    if (!list && known.length > 0) return;
    // A use that is understood says more than one that is not.
    const others = known.filter((it) => it.isLeft || (it.list && it.address !== address));
    this.#found.set(start, [...others, { address, ...(list && { list }), start, end: node.end }]);
  }
}

const attributeForm = /([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^"'\s>]+))/g;

/** Returns whether an expression is a window, by the names that scripts have for one. */
function isWindow(node: ts.Expression): boolean {
  return /^(?:window|globalThis|self|top|parent)$/.test(node.getText());
}

/** Returns whether an expression is the location of a window or a document. */
function isLocation(node: ts.Expression): boolean {
  return /^(?:(?:window|globalThis|self|top|parent|document)\.)*location$/.test(node.getText());
}

function isRefresh(attributes: ts.JsxAttributes): boolean {
  const name = textOfAttribute(attributes, 'httpEquiv') ?? textOfAttribute(attributes, 'http-equiv');
  return name?.trim().toLowerCase() === 'refresh';
}

function textOfAttribute({ properties }: ts.JsxAttributes, name: string): string | undefined {
  const found = properties.find((it) => compiler.isJsxAttribute(it) && it.name.getText() === name);
  const value = found && compiler.isJsxAttribute(found) ? found.initializer : undefined;
  return value && compiler.isStringLiteral(value) ? value.text : undefined;
}

/** Returns the tag of an element that a script makes with `document.createElement`, itself or as a constant. */
function tagOfElement(node: ts.Expression, source: ScriptSource): string | undefined {
  const made = compiler.isIdentifier(node) ? findConstant(source.tree, node.text) : node;
  if (!made || !compiler.isCallExpression(made) || !compiler.isPropertyAccessExpression(made.expression))
    return undefined;
  const { text: method } = made.expression.name;
  const tag = made.arguments[method === 'createElementNS' ? 1 : 0];
  return /^createElement(?:NS)?$/.test(method) && tag && compiler.isStringLiteralLike(tag) ? tag.text : undefined;
}

/** Returns whether a node declares a name whose value is not followed to its uses: a variable, a default of a parameter, or a field. */
function isChangeable(
  node: ts.Node,
): node is ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement | ts.PropertyDeclaration {
  if (compiler.isVariableDeclaration(node)) return (node.parent.flags & compiler.NodeFlags.Const) === 0;
  return compiler.isParameter(node) || compiler.isBindingElement(node) || compiler.isPropertyDeclaration(node);
}

/** Returns the element whose properties an object has: `h('img', { src })`. */
function tagOfProperties({ parent: call }: ts.ObjectLiteralExpression): string | undefined {
  if (!compiler.isCallExpression(call)) return undefined;
  const [tag] = call.arguments;
  return tag && compiler.isStringLiteralLike(tag) ? tag.text : undefined;
}

/** Parses a script of any kind. */
export function parseScript(file: string, text: string): ts.SourceFile {
  const kind = /\.[cm]?ts$/.test(file) ? compiler.ScriptKind.TS : compiler.ScriptKind.TSX;
  return compiler.createSourceFile(file, text, compiler.ScriptTarget.Latest, true, kind);
}
