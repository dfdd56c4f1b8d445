/**
 * Finds the addresses that a script reaches: those that it fetches, imports or shows. Addresses in other texts and in comments reach nothing.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';
import type { CspList } from './allows-host.js';
import { findInStyle, isRemote, listOfAttribute, type ReachedAddress } from './reached-address.js';
import { nameOf, valuesOf, type ScriptSource } from './text-values.js';

/** Functions, methods and classes that reach their first argument. */
const reaching: Readonly<Record<string, CspList>> = {
  fetch: 'connectDomains',
  sendBeacon: 'connectDomains',
  WebSocket: 'connectDomains',
  EventSource: 'connectDomains',
  Request: 'connectDomains',
  Worker: 'resourceDomains',
  SharedWorker: 'resourceDomains',
  importScripts: 'resourceDomains',
  Audio: 'resourceDomains',
  FontFace: 'resourceDomains',
};

/**
 * Finds the addresses of a script.
 *
 * @param withOthers whether to find also those that are only handed on, such as the base address of a client
 */
export function findInScript(source: ScriptSource, withOthers: boolean): readonly ReachedAddress[] {
  const search = new AddressSearch(source, withOthers);
  search.visit(source.tree);
  return search.found;
}

class AddressSearch {
  readonly #source: ScriptSource;
  readonly #withOthers: boolean;
  readonly #found = new Map<number, ReachedAddress>();

  constructor(source: ScriptSource, withOthers: boolean) {
    this.#source = source;
    this.#withOthers = withOthers;
  }

  get found(): readonly ReachedAddress[] {
    return [...this.#found.values()];
  }

  readonly visit = (node: ts.Node): void => {
    if (compiler.isImportDeclaration(node) || compiler.isExportDeclaration(node)) {
      const name =
        node.moduleSpecifier && compiler.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : '';
      if (isRemote(name)) this.#note(node.moduleSpecifier, 'resourceDomains');
    } else if (compiler.isCallExpression(node) || compiler.isNewExpression(node)) {
      this.#visitCall(node);
    } else if (compiler.isJsxAttribute(node)) {
      const { initializer } = node;
      const value = initializer && compiler.isJsxExpression(initializer) ? initializer.expression : initializer;
      const list = listOfAttribute(node.parent.parent.tagName.getText(), node.name.getText());
      if (list) this.#note(value, list);
    } else if (compiler.isPropertyAssignment(node)) {
      const list = listOfAttribute(tagOfProperties(node.parent), nameOf(node.name));
      if (list ?? this.#withOthers) this.#note(node.initializer, list);
    } else if (compiler.isBinaryExpression(node) && node.operatorToken.kind === compiler.SyntaxKind.EqualsToken) {
      const name = compiler.isPropertyAccessExpression(node.left) ? node.left.name.text : '';
      if (/^(?:src|srcset|poster)$/.test(name)) this.#note(node.right, 'resourceDomains');
    } else if (compiler.isStringLiteralLike(node) || compiler.isTemplateHead(node)) {
      this.#visitText(node);
    } else if (this.#withOthers && isChangeable(node) && node.initializer) {
      this.#note(node.initializer, undefined);
    }
    compiler.forEachChild(node, this.visit);
  };

  #visitCall({ expression, arguments: given }: ts.CallExpression | ts.NewExpression): void {
    const [first, second] = given ?? [];
    if (expression.kind === compiler.SyntaxKind.ImportKeyword) {
      const isLocal = first && compiler.isStringLiteralLike(first) && !isRemote(first.text);
      return isLocal ? undefined : this.#note(first, 'resourceDomains');
    }
    const name = compiler.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
    const list = Object.hasOwn(reaching, name) ? reaching[name] : undefined;
    if (list) return this.#note(first, list);
    // XMLHttpRequest has the method first; `window.open` has the address, which it opens in no frame of the view.
    if (name === 'open') return this.#note(second, 'connectDomains');
    if (name === 'setAttribute') {
      const attribute = first && compiler.isStringLiteralLike(first) ? first.text : '';
      return this.#note(second, listOfAttribute(undefined, attribute));
    }
    if (this.#withOthers && name !== 'openLink') for (const argument of given ?? []) this.#note(argument, undefined);
  }

  /** Finds what a style or HTML in a text loads. */
  #visitText(node: ts.StringLiteralLike | ts.TemplateHead): void {
    for (const { address } of findInStyle(node.text)) this.#add(node, address, 'resourceDomains');
    for (const [, tag, attributes = ''] of node.text.matchAll(/<([a-z]+)\s([^<>]*)/gi)) {
      for (const [, attribute = '', address = ''] of attributes.matchAll(/([\w-]+)\s*=\s*["']?([^"'\s]+)/g)) {
        const list = listOfAttribute(tag, attribute);
        if (list) this.#add(node, address, list);
      }
    }
  }

  #note(node: ts.Node | undefined, list: CspList | undefined): void {
    if (!node) return;
    for (const value of valuesOf(node, this.#source)) {
      // A constant of another file is reported at its use.
      this.#add(value.node.getSourceFile() === this.#source.tree ? value.node : node, value.text, list);
    }
  }

  #add(node: ts.Node, address: string, list: CspList | undefined): void {
    if (address === '' || (!list && !isRemote(address))) return;
    const start = node.getStart(this.#source.tree);
    if (list || !this.#found.has(start))
      this.#found.set(start, { address, ...(list && { list }), start, end: node.end });
  }
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
