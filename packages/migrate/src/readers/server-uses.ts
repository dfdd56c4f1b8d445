/**
 * Follows the server through the statements of one file: which of them use it, which register something, and which names are gone with it.
 */
import { type CallExpression, Node, type SourceFile, type Statement } from 'ts-morph';
import { bare, isWritten, type Written } from '../handlers/returns.js';
import { httpApp, httpTransport } from './http-application.js';
import { registering } from './read-calls.js';
import { nameIn } from './registration-calls.js';
import { constructedClass, functionBehind, isNewServer, type ServerValues } from './server-values.js';
import { declarationOf, plain } from '../source/static-value.js';

/** The uses of servers in one file. */
export class ServerUses {
  /** Names of this file that are gone with the server. */
  readonly gone = new Set<Node>();
  readonly #setUps = new Map<Node, boolean>();

  constructor(
    private readonly servers: ServerValues,
    private readonly file: SourceFile,
  ) {
    for (const holder of servers.holders) if (holder.getSourceFile() === file) this.gone.add(holder);
    this.#spreadGone();
  }

  /** Names that depend on the server, on its transport or on its HTTP application are gone with it. */
  #spreadGone(): void {
    const usesHttp = httpTransport.test(this.file.getFullText());
    this.file.forEachDescendant((node) => {
      if (!Node.isVariableDeclaration(node)) return;
      const text = node.getInitializer() && bare(node.getInitializerOrThrow()).getText();
      if (text === undefined) return;
      if (
        /^new (\w+\.)?(StdioServerTransport|StreamableHTTPServerTransport|SSEServerTransport|WebStandardStreamableHTTPServerTransport|NodeStreamableHTTPServerTransport)\b/.test(
          text,
        )
      )
        this.gone.add(node);
      if (usesHttp && httpApp.test(text)) this.gone.add(node);
      if (this.isRegistration(node.getInitializer()) || this.constructsHolder(node.getInitializer()))
        this.gone.add(node);
    });
  }

  /** Returns whether an expression registers something. */
  isRegistration(node: Node | undefined): boolean {
    return node !== undefined && this.registrationIn(node) !== undefined;
  }

  /** Returns the registering call that an expression is, below a chain such as `.disable()`. */
  registrationIn(node: Node): CallExpression | undefined {
    const value = bare(node);
    if (Node.isVoidExpression(value)) return this.registrationIn(value.getExpression());
    if (!Node.isCallExpression(value)) return undefined;
    const called = value.getExpression();
    if (!Node.isPropertyAccessExpression(called)) return undefined;
    const object = called.getExpression();
    if (this.isServerOrInner(object) && (registering.has(called.getName()) || called.getName() === 'setRequestHandler'))
      return value;
    return Node.isCallExpression(plain(object)) ? this.registrationIn(object) : undefined;
  }

  /** Returns whether an expression is a server, or the low-level server inside of one. */
  isServerOrInner(node: Node): boolean {
    const value = bare(node);
    if (this.servers.isServer(value) || isNewServer(value)) return true;
    return (
      Node.isPropertyAccessExpression(value) &&
      value.getName() === 'server' &&
      this.servers.isServer(value.getExpression())
    );
  }

  /** Returns whether a server is created or used anywhere in a node. */
  hasServer(node: Node): boolean {
    const { isServer, factories } = this.servers;
    return [node, ...node.getDescendants()].some(
      (one) =>
        isNewServer(one) ||
        this.constructsHolder(one) ||
        ((Node.isIdentifier(one) || Node.isPropertyAccessExpression(one)) && isServer(one)) ||
        (Node.isCallExpression(one) && this.#callsSetUp(one)) ||
        (isWritten(one) && factories.has(one) && one !== node),
    );
  }

  /** Returns whether an expression constructs a class of another file that holds a server. */
  constructsHolder(node: Node | undefined): boolean {
    const found = constructedClass(node, this.servers.classes);
    return found !== undefined && found.getSourceFile() !== this.file;
  }

  #callsSetUp(call: CallExpression): boolean {
    const fn = functionBehind(call.getExpression());
    return fn !== undefined && this.isSetUp(fn);
  }

  /** Returns whether a function only sets a server up: it creates, fills, connects or gets one. */
  isSetUp(fn: Written): boolean {
    const known = this.#setUps.get(fn);
    if (known !== undefined) return known;
    this.#setUps.set(fn, false);
    const body = fn.getBody();
    const touches = body !== undefined && this.hasServer(body);
    const takes = fn.getParameters().some((parameter) => this.servers.holders.has(parameter));
    const result = touches || takes;
    this.#setUps.set(fn, result);
    return result;
  }

  /** Returns whether a node uses a name that is gone with the server. */
  usesGone(node: Node): boolean {
    return [node, ...node.getDescendants()].some((one) => {
      if (!Node.isIdentifier(one)) return false;
      const declaration = declarationOf(one);
      return declaration !== undefined && this.gone.has(declaration);
    });
  }

  /** Whether several calls give a set-up function arguments of their own. */
  isRepeatedSetUp(fn: Written): boolean {
    const hasOwn = fn.getParameters().some((parameter) => !this.servers.holders.has(parameter));
    const calls = this.file
      .getDescendants()
      .filter((node) => Node.isCallExpression(node) && functionBehind(node.getExpression()) === fn);
    return hasOwn && calls.length > 1;
  }

  /** Whether a statement of this file, at the top or in another set-up, calls the function. */
  isCalledHere(fn: Written): boolean {
    return this.file.getDescendants().some((node) => {
      if (!Node.isCallExpression(node) || functionBehind(node.getExpression()) !== fn) return false;
      const statement = node.getFirstAncestor(Node.isStatement);
      if (!statement || node.getAncestors().includes(fn)) return false;
      const owner = node.getFirstAncestor((one): one is Written => isWritten(one));
      return owner === undefined || (this.isSetUp(owner) && !Node.isCallExpression(owner.getParent()));
    });
  }

  /** Returns the function that a call starts: `main()`, `main().catch(…)`, an immediately called function. */
  startedFunction(call: CallExpression): Written | undefined {
    const called = plain(call.getExpression());
    if (isWritten(called)) return called;
    return functionBehind(called);
  }

  /** Whether a call is one of an HTTP application: `app.post(…)`. */
  isHttp(called: Node): boolean {
    const object = Node.isPropertyAccessExpression(called) ? plain(called.getExpression()) : called;
    const declaration = Node.isIdentifier(object) ? declarationOf(object) : undefined;
    const value = declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
    return value !== undefined && httpApp.test(bare(value).getText());
  }

  /** The name of the component that a chain or a constant registered. */
  nameBehind(call: Node): { readonly name?: string } {
    const called = Node.isCallExpression(call) ? call.getExpression() : call;
    const object = Node.isPropertyAccessExpression(called) ? plain(called.getExpression()) : called;
    const declaration = Node.isIdentifier(object) ? declarationOf(object) : undefined;
    const held = declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : object;
    const registration = held && this.registrationIn(held);
    return registration ? nameIn(registration) : {};
  }

  /** Returns whether a statement registers something. */
  isRegistrationStatement(statement: Statement): boolean {
    return Node.isExpressionStatement(statement) && this.isRegistration(statement.getExpression());
  }

  /** Notes that the names of a statement are gone. */
  markDeclared(statement: Node): void {
    if (Node.isVariableStatement(statement)) for (const one of statement.getDeclarations()) this.gone.add(one);
    if (Node.isFunctionDeclaration(statement) || Node.isClassDeclaration(statement)) this.gone.add(statement);
  }

  /** Returns whether a body calls a set-up method of its class. */
  callsEmptied(body: Node): boolean {
    return body.getDescendants().some((one) => Node.isCallExpression(one) && this.#isSetUpMethod(one));
  }

  /** Returns whether a statement only calls a set-up method of its class. */
  isEmptiedCall(statement: Statement): boolean {
    if (!Node.isExpressionStatement(statement)) return false;
    const call = bare(statement.getExpression());
    return Node.isCallExpression(call) && this.#isSetUpMethod(call);
  }

  #isSetUpMethod(call: CallExpression): boolean {
    const called = call.getExpression();
    if (!Node.isPropertyAccessExpression(called) || !Node.isThisExpression(called.getExpression())) return false;
    const fn = functionBehind(called);
    return fn !== undefined && this.isSetUp(fn);
  }
}
