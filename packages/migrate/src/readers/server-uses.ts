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

const notifying = /^(sendLoggingMessage|notification|send(Tool|Resource|Prompt)ListChanged|sendResourceUpdated)$/;

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

  /** Returns whether the file has no server. */
  isEmpty(): boolean {
    return ![...this.servers.holders, ...this.servers.created].some((one) => one.getSourceFile() === this.file);
  }

  /** Returns whether an expression registers something. */
  isRegistration(node: Node | undefined): boolean {
    return node !== undefined && this.registrationIn(node) !== undefined;
  }

  /** Lists the registering calls in a node. */
  registrationsIn(node: Node): readonly CallExpression[] {
    const calls = [node, ...node.getDescendants()].filter(Node.isCallExpression);
    return calls.filter((call) => this.registrationIn(call) === call);
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
    const result = (touches || takes) && !this.isNotifier(fn);
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

  /** Returns the first name in a node that is gone with the server; the server itself and methods of its class are not among them. */
  goneIn(node: Node): Node | undefined {
    return [node, ...node.getDescendants()].find((one) => {
      if (!Node.isIdentifier(one) || this.servers.isServer(one)) return false;
      const access = one.getParent();
      if (Node.isPropertyAccessExpression(access) && Node.isThisExpression(access.getExpression())) return false;
      const declaration = declarationOf(one);
      if (declaration !== undefined && this.gone.has(declaration)) return true;
      const fn = functionBehind(one);
      return fn !== undefined && fn !== node && this.isSetUp(fn);
    });
  }

  /** Whether a function registers something, also through other functions. */
  #registers(fn: Written, seen = new Set<Node>()): boolean {
    if (seen.has(fn)) return false;
    seen.add(fn);
    if (this.registrationsIn(fn).length > 0) return true;
    const called = fn
      .getDescendants()
      .filter(Node.isCallExpression)
      .map((call) => functionBehind(call.getExpression()));
    return called.some((one) => one !== undefined && this.#registers(one, seen));
  }

  /** Returns whether a function uses the server for notifications alone, so that it stays without them. */
  isNotifier(fn: Written): boolean {
    if (Node.isMethodDeclaration(fn) || fn.getParameters().some((one) => this.servers.holders.has(one))) return false;
    const used = fn.getDescendants().filter((one) => this.servers.isServer(one) || isNewServer(one));
    const statements = used.map((one) => one.getFirstAncestor(Node.isStatement));
    return used.length > 0 && statements.every((one) => one !== undefined && this.isNotification(one));
  }

  /** Returns whether a statement only sends a notification of the server. */
  isNotification(statement: Node): boolean {
    if (!Node.isExpressionStatement(statement)) return false;
    const expression = statement.getExpression();
    const call = bare(Node.isVoidExpression(expression) ? expression.getExpression() : expression);
    const called = Node.isCallExpression(call) ? call.getExpression() : undefined;
    return (
      Node.isPropertyAccessExpression(called) &&
      notifying.test(called.getName()) &&
      this.isServerOrInner(called.getExpression())
    );
  }

  /** Whether a set-up function registers something else for each of its calls: by arguments of their own, or by the object that has it. */
  isWrapper(fn: Written): boolean {
    const hasOwn = fn.getParameters().some((parameter) => !this.servers.holders.has(parameter));
    const calls = this.file
      .getDescendants()
      .filter((node) => Node.isCallExpression(node) && functionBehind(node.getExpression()) === fn);
    return (
      (hasOwn && calls.length > 1 && this.#registers(fn)) ||
      this.registrationsIn(fn).some((call) => isNamedBy(call, fn))
    );
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

/** Whether the name of what a call registers comes from a parameter of a function, or from the object of a method. */
function isNamedBy(call: CallExpression, fn: Written): boolean {
  const [first] = call.getArguments();
  if (!first || nameIn(call).name !== undefined) return false;
  return [first, ...first.getDescendants()].some((one) => {
    if (Node.isThisExpression(one)) return Node.isMethodDeclaration(fn);
    const declaration = Node.isIdentifier(one) ? one.getSymbol()?.getDeclarations()[0] : undefined;
    const parameter = Node.isParameterDeclaration(declaration)
      ? declaration
      : declaration?.getFirstAncestor(Node.isParameterDeclaration);
    return parameter?.getParent() === fn;
  });
}
