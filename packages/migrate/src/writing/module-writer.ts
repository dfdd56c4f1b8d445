/**
 * Writes one source file of the old server as a module of the plugin: its statements without the server, and a class with the
 * components that it registered.
 *
 * A function that only sets the server up becomes statements of the module, at the place where it is called.
 */
import {
  type Block,
  type CallExpression,
  type ClassDeclaration,
  type ImportDeclaration,
  Node,
  Project,
  type SourceFile,
  type Statement,
} from 'ts-morph';
import { bare, isWritten, type Written } from '../handlers/returns.js';
import type { Component, Finding } from '../model.js';
import { readCall, registering } from '../readers/read-calls.js';
import { functionBehind, isNewServer, type ServerValues } from '../readers/server-values.js';
import { isTypeOf, pascal, type ZodReading } from '../schemas/read-zod.js';
import { declarationOf, memberOf, plain, resolve, textOf } from '../source/static-value.js';
import type { LowLevel } from '../readers/read-low-level.js';
import { Untranslated } from '../untranslated.js';
import { type ClassWriting, writeComponent } from './component-writer.js';
import { resultsModule } from './results-module.js';
import { TypeWriter } from './type-writer.js';

/** An argument that a set-up function gets from another file. */
export interface SharedArgument {
  /** The import that declares the parameter's name. */
  readonly import?: string;
  /** The source text of the value. */
  readonly value?: string;
}

/** The findings and choices of one migration. */
export interface Migration {
  readonly servers: ServerValues;
  readonly version: 3 | 4;
  readonly report: (at: Node, finding: Pick<Finding, 'message' | 'severity' | 'name' | 'construct'>) => void;
  /** Functions of the results module that are used. */
  readonly helpers: Set<string>;
  /** Names of the components that were published, with their kinds. */
  readonly published: Set<string>;
  /** Reads the registrations of other styles in a statement: low-level handlers. */
  readonly lowLevel: (call: CallExpression, writing: ClassWriting) => LowLevel | undefined;
  /** Returns the relative path from a file to the folder of the sources: `./` or `../`. */
  readonly pathToRoot: (file: SourceFile) => string;
  /** Returns how a function of another file's set-up gets an argument: by an import, or as a value. */
  readonly argumentOf: (fn: Written, index: number) => SharedArgument | undefined;
  /** Returns the path of a module after files were renamed. */
  readonly moduleOf: (file: SourceFile, module: string) => string;
  /** Set once, when a class got the wrapper around every call. */
  hasErrors: boolean;
  /** Names of the classes that were written. */
  readonly classNames: Set<string>;
}

const stdio = /\bStdioServerTransport\b/;
const httpTransport =
  /\b(StreamableHTTPServerTransport|NodeStreamableHTTPServerTransport|WebStandardStreamableHTTPServerTransport|SSEServerTransport|createMcpHandler|createMcpExpressApp|createMcpHonoApp|toNodeHandler)\b/;
const httpApp =
  /^(express|fastify|Fastify|createMcpExpressApp|createMcpHonoApp|createMcpFastifyApp|createServer|http\.createServer|polka|new (Hono|Koa|Elysia)|serve)\b/;

/** Writes the module of one file; \`undefined\` if it has nothing of a server. */
export function writeModule(migration: Migration, file: SourceFile): string {
  return new ModuleWriter(migration, file).write();
}

class ModuleWriter {
  readonly #zod: ZodReading;
  readonly #writing: ClassWriting;
  /** Names of this file that are gone with the server. */
  readonly #gone = new Set<Node>();
  readonly #emitted = new Set<Node>();
  readonly #methods: string[] = [];
  #hasAwait = false;
  #isLowLevel = false;
  #isFast = false;
  readonly #isClassOf: ClassDeclaration | undefined;

  constructor(
    private readonly migration: Migration,
    private readonly file: SourceFile,
  ) {
    this.#zod = { version: migration.version, notices: [], names: new Map(), shapes: new Map(), file };
    this.#writing = {
      types: new TypeWriter(
        (name) => isTypeOf(file, name),
        (text) => this.#reportLostText(text),
      ),
      helpers: migration.helpers,
      core: new Set(),
      methods: new Set(),
      declarations: [],
      fields: [],
      isServer: migration.servers.isServer,
      report: migration.report,
    };
    for (const holder of migration.servers.holders) if (holder.getSourceFile() === file) this.#gone.add(holder);
    this.#isClassOf = file.getClasses().find((one) => this.#hasServer(one));
    if (this.#isClassOf) for (const method of this.#isClassOf.getMethods()) this.#writing.methods.add(method.getName());
  }

  /** The component that is written. */
  #current: Component | undefined;
  /** Texts of constants that hold schemas, which are left out if nothing uses them. */
  readonly #schemas = new Map<string, string>();

  write(): string {
    this.#spreadGone();
    const body = this.#statements(
      this.file.getStatements().filter((one) => !Node.isImportDeclaration(one)),
      true,
    );
    body.push(...this.#remaining());
    const ownClass = this.#methods.length > 0 && !this.#isClassOf ? this.#writeClass() : '';
    const before = [...this.#writing.types.declarations, ...this.#writing.declarations].join('\n');
    const parts = [...body, before, ownClass].filter((part) => part.trim() !== '');
    const text = withoutUnused(parts.join('\n\n'), this.#schemas);
    const core = [...this.#writing.core].sort();
    const typeNames = new Set(['Context', 'ContentBlock', 'PromptMessage', 'ResourceContents']);
    const taken = (name: string): boolean => this.#importsName(name);
    const names = core
      .filter((name) => !taken(name) || !typeNames.has(name))
      .map((name) => (typeNames.has(name) ? `type ${name}` : name));
    const imports = [
      ...(names.length > 0 ? [`import { ${names.join(', ')} } from '@sigil/core';`] : []),
      ...this.#imports(text),
    ];
    if (/\bnew UserError\b/.test(text)) this.#reportExtras();
    const helpers = helperNames.filter(
      (name) => new RegExp(`\\b${name}\\b`).test(text) && this.migration.helpers.has(name),
    );
    if (helpers.length > 0)
      imports.push(
        `import { ${helpers.map((name) => (name === 'OldResult' ? 'type OldResult' : name)).join(', ')} } from '${this.migration.pathToRoot(this.file)}${resultsModule}.js';`,
      );
    const isScript = /\.(js|mjs|cjs|jsx)$/.test(this.file.getFilePath());
    const head = isScript ? '// @ts-nocheck\n' : '';
    const comment = leadingComment(this.file);
    return formatted(
      plainNames(
        [...this.#zod.names.values()],
        `${head}${comment}${imports.join('\n')}${imports.length > 0 ? '\n\n' : ''}${text.trim()}\n`,
      ),
    );
  }

  /** Set-up functions that only code which is left calls, such as a handler of HTTP requests. */
  #remaining(): string[] {
    const functions = [
      ...this.file.getFunctions(),
      ...this.file.getVariableDeclarations().flatMap((one) => {
        const value = one.getInitializer();
        return value && isWritten(value) ? [value] : [];
      }),
    ];
    return functions.flatMap((fn) => {
      if (!this.#isSetUp(fn) || this.#emitted.has(fn)) return [];
      try {
        return [this.#emitFunction(fn, undefined)];
      } catch (error) {
        return [this.#leftBy(error, fn)];
      }
    });
  }

  /** FastMCP sends the second argument of a `UserError` as structured content of the failure. */
  #reportExtras(): void {
    this.migration.helpers.add('UserError');
    for (const node of this.file.getDescendants()) {
      if (
        !Node.isNewExpression(node) ||
        node.getExpression().getText() !== 'UserError' ||
        node.getArguments().length < 2
      )
        continue;
      const message = 'structured content of a failure is not sent';
      this.migration.report(node, { message, severity: 'warning', construct: 'UserError' });
    }
  }

  #reportLostText(text: string): void {
    this.migration.report(this.#current?.at ?? this.file, {
      message: `a description has line breaks, tags or marks that a doc comment does not keep: ${JSON.stringify(text.slice(0, 60))}`,
      severity: 'warning',
      construct: 'describe',
      ...(this.#current && { name: this.#current.name }),
    });
  }

  #importsName(name: string): boolean {
    return this.file
      .getImportDeclarations()
      .some((one) =>
        one.getNamedImports().some((named) => (named.getAliasNode()?.getText() ?? named.getName()) === name),
      );
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
        this.#gone.add(node);
      if (usesHttp && httpApp.test(text)) this.#gone.add(node);
      if (this.#isRegistration(node.getInitializer())) this.#gone.add(node);
    });
  }

  #isRegistration(node: Node | undefined): boolean {
    return node !== undefined && this.#registrationIn(node) !== undefined;
  }

  /** Returns the registering call that an expression is, below a chain such as `.disable()`. */
  #registrationIn(node: Node): CallExpression | undefined {
    const value = bare(node);
    if (Node.isVoidExpression(value)) return this.#registrationIn(value.getExpression());
    if (!Node.isCallExpression(value)) return undefined;
    const called = value.getExpression();
    if (!Node.isPropertyAccessExpression(called)) return undefined;
    const object = called.getExpression();
    if (
      this.#isServerOrInner(object) &&
      (registering.has(called.getName()) || called.getName() === 'setRequestHandler')
    )
      return value;
    return Node.isCallExpression(plain(object)) ? this.#registrationIn(object) : undefined;
  }

  #isServerOrInner(node: Node): boolean {
    const value = bare(node);
    if (this.migration.servers.isServer(value) || isNewServer(value)) return true;
    return (
      Node.isPropertyAccessExpression(value) &&
      value.getName() === 'server' &&
      this.migration.servers.isServer(value.getExpression())
    );
  }

  #hasServer(node: Node): boolean {
    const { isServer, factories } = this.migration.servers;
    return [node, ...node.getDescendants()].some(
      (one) =>
        isNewServer(one) ||
        ((Node.isIdentifier(one) || Node.isPropertyAccessExpression(one)) && isServer(one)) ||
        (Node.isCallExpression(one) && this.#callsSetUp(one)) ||
        (isWritten(one) && factories.has(one) && one !== node),
    );
  }

  #callsSetUp(call: CallExpression): boolean {
    const fn = functionBehind(call.getExpression());
    return fn !== undefined && this.#isSetUp(fn);
  }

  readonly #setUps = new Map<Node, boolean>();

  /** Returns whether a function only sets a server up: it creates, fills, connects or gets one. */
  #isSetUp(fn: Written): boolean {
    const known = this.#setUps.get(fn);
    if (known !== undefined) return known;
    this.#setUps.set(fn, false);
    const body = fn.getBody();
    const touches = body !== undefined && this.#hasServer(body);
    const takes = fn.getParameters().some((parameter) => this.migration.servers.holders.has(parameter));
    const result = touches || takes;
    this.#setUps.set(fn, result);
    return result;
  }

  #usesGone(node: Node): boolean {
    return [node, ...node.getDescendants()].some((one) => {
      if (!Node.isIdentifier(one)) return false;
      const declaration = declarationOf(one);
      return declaration !== undefined && this.#gone.has(declaration);
    });
  }

  #statements(statements: readonly Statement[], isTop: boolean): string[] {
    return statements.flatMap((statement) => {
      const text = this.#statement(statement, isTop);
      return text === undefined || text.trim() === '' ? [] : [text];
    });
  }

  #statement(statement: Statement, isTop: boolean): string | undefined {
    if (Node.isClassDeclaration(statement) && statement === this.#isClassOf) return this.#ownClass(statement);
    if (Node.isFunctionDeclaration(statement)) return this.#function(statement, statement);
    if (Node.isExportDeclaration(statement)) return this.#reexport(statement);
    if (Node.isExportAssignment(statement))
      return this.#hasServer(statement) || this.#usesGone(statement) ? '' : this.#text(statement);
    if (Node.isReturnStatement(statement))
      return this.#hasServer(statement) || !statement.getExpression()
        ? ''
        : this.#left(statement, 'return', 'a value that the set-up returns is not kept');
    const required = this.#require(statement);
    if (required !== undefined) return required;
    const isOwnClass =
      this.#isClassOf && new RegExp(`new ${this.#isClassOf.getName() ?? ''}\\b`).test(statement.getText());
    if (isOwnClass) {
      this.#markDeclared(statement);
      return '';
    }
    const usesInstance = this.#usesGone(statement);
    if (!this.#hasServer(statement) && !usesInstance && !this.#isRegistrationStatement(statement))
      return this.#kept(statement, isTop);
    return this.#serverStatement(statement);
  }

  #isRegistrationStatement(statement: Statement): boolean {
    return Node.isExpressionStatement(statement) && this.#isRegistration(statement.getExpression());
  }

  #text(statement: Node): string {
    const text = statement
      .getFullText()
      .replace(/^\s*\n/, '')
      .replace(/^\n+/, '')
      .trimEnd();
    const width = statement.getIndentationText().length;
    if (width === 0 || text.includes('`')) return text.trimStart();
    return text
      .split('\n')
      .map((line) => (line.slice(0, width).trim() === '' ? line.slice(width) : line))
      .join('\n')
      .trimStart();
  }

  #kept(statement: Statement, isTop: boolean): string {
    if (!isTop && Node.isExpressionStatement(statement) && /^console\.\w+\(/.test(statement.getText())) return '';
    if (/\bawait\b/.test(statement.getText()) && !Node.isClassDeclaration(statement))
      this.#hasAwait ||= hasOwnAwait(statement);
    const text = this.#text(statement);
    if (Node.isVariableStatement(statement) && !statement.isExported())
      for (const one of statement.getDeclarations())
        if (statement.getDeclarations().length === 1 && isSchemaText(one.getInitializer()?.getText()))
          this.#schemas.set(text, one.getName());
    return text;
  }

  #serverStatement(statement: Statement): string | undefined {
    if (Node.isExpressionStatement(statement)) return this.#expression(statement, statement.getExpression());
    if (Node.isVariableStatement(statement)) return this.#variables(statement);
    if (Node.isIfStatement(statement)) return this.#condition(statement);
    if (Node.isTryStatement(statement))
      return this.#statements(statement.getTryBlock().getStatements(), false).join('\n');
    if (Node.isBlock(statement)) return this.#statements(statement.getStatements(), false).join('\n');
    const isLoop =
      Node.isForOfStatement(statement) ||
      Node.isForStatement(statement) ||
      Node.isForInStatement(statement) ||
      Node.isWhileStatement(statement);
    if (isLoop) return this.#left(statement, 'loop', 'components that a loop registers are not known before a run');
    return this.#left(statement, 'server', 'the statement uses the server');
  }

  #expression(statement: Statement, expression: Node): string {
    const registration = this.#registrationIn(expression);
    if (registration) {
      const outer = bare(expression);
      const comment = this.#register(registration, statement);
      if (outer !== registration && Node.isCallExpression(outer)) this.#reportChange(outer);
      return comment;
    }
    const value = bare(Node.isVoidExpression(expression) ? expression.getExpression() : expression);
    if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '=')
      return this.#assignment(statement, value);
    if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '&&') {
      const inner = this.#registrationIn(value.getRight());
      if (inner) {
        this.#reportCondition(inner, value.getLeft().getText());
        return this.#register(inner, statement);
      }
    }
    if (!Node.isCallExpression(value)) return this.#left(statement, 'server', 'the statement uses the server');
    const waited = startedCall(value)?.getExpression();
    const isConnect = Node.isPropertyAccessExpression(waited) && ['connect', 'start'].includes(waited.getName());
    if (isConnect && waited !== value.getExpression() && this.#isServerOrInner(waited.getExpression())) return '';
    const called = value.getExpression();
    const method = Node.isPropertyAccessExpression(called) ? called.getName() : called.getText();
    if (Node.isPropertyAccessExpression(called) && this.#isServerOrInner(called.getExpression()))
      return this.#serverMethod(statement, value, method);
    const object = Node.isPropertyAccessExpression(called) ? bare(called.getExpression()) : undefined;
    const factory = object && Node.isCallExpression(object) ? functionBehind(object.getExpression()) : undefined;
    if (Node.isCallExpression(object) && factory && this.#isSetUp(factory) && ['connect', 'start'].includes(method))
      return this.#inline(object, factory);
    const started = startedCall(value);
    const fn = started && this.#startedFunction(started);
    if (started && fn && this.#isSetUp(fn) && this.#isRepeatedSetUp(fn)) {
      const said = 'a function registers a component for each of its calls';
      this.migration.report(statement, {
        message: `${said}; the old code is left in a comment`,
        severity: 'error',
        construct: 'wrapper',
        ...nameIn(started),
      });
      return commented(statement, said);
    }
    if (started && fn && this.#isSetUp(fn)) return this.#inline(started, fn);
    if (
      Node.isPropertyAccessExpression(called) &&
      ['disable', 'enable', 'remove', 'update'].includes(method) &&
      this.#usesGone(called.getExpression())
    ) {
      this.#reportChange(value);
      return commented(statement, `${method}() of a registration`);
    }
    if (/^process\.(on|once)\(/.test(value.getText())) {
      this.migration.report(statement, {
        message: 'the handler of a signal is left out: the server stops itself; release what you opened in `stop()`',
        severity: 'note',
        construct: 'process.on',
      });
      return commented(statement, 'the server stops itself');
    }
    if (method === 'connect' && this.#usesGone(called)) return '';
    if (/\.(forEach|map)\(/.test(called.getText() + '(') && this.#callbackRegisters(value))
      return this.#left(statement, 'loop', 'components that a loop registers are not known before a run');
    return this.#left(
      statement,
      'server',
      httpTransport.test(statement.getText()) || this.#isHttp(called)
        ? 'the HTTP application, its routes and its middleware are not kept: `sigil serve` serves the plugin'
        : 'the statement uses the server',
    );
  }

  /** Whether several calls give a set-up function arguments of their own. */
  #isRepeatedSetUp(fn: Written): boolean {
    const hasOwn = fn.getParameters().some((parameter) => !this.migration.servers.holders.has(parameter));
    const calls = this.file
      .getDescendants()
      .filter((node) => Node.isCallExpression(node) && functionBehind(node.getExpression()) === fn);
    return hasOwn && calls.length > 1;
  }

  /** Whether a call is one of an HTTP application: `app.post(…)`. */
  #isHttp(called: Node): boolean {
    const object = Node.isPropertyAccessExpression(called) ? plain(called.getExpression()) : called;
    const declaration = Node.isIdentifier(object) ? declarationOf(object) : undefined;
    const value = declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
    return value !== undefined && httpApp.test(bare(value).getText());
  }

  #callbackRegisters(call: CallExpression): boolean {
    return call.getArguments().some((one) => isWritten(one));
  }

  /** Returns the function that a call starts: `main()`, `main().catch(…)`, an immediately called function. */
  #startedFunction(call: CallExpression): Written | undefined {
    const called = plain(call.getExpression());
    if (isWritten(called)) return called;
    return functionBehind(called);
  }

  #inline(call: CallExpression, fn: Written): string {
    if (fn.getSourceFile() !== this.file || this.#emitted.has(fn)) return '';
    return this.#emitFunction(fn, call);
  }

  /** Writes the body of a set-up function as statements. */
  #emitFunction(fn: Written, call: CallExpression | undefined): string {
    this.#emitted.add(fn);
    const body = fn.getBody();
    const bound = fn.getParameters().flatMap((parameter, index) => {
      if (this.migration.servers.holders.has(parameter)) return [];
      const given = call?.getArguments()[index];
      const isUsed = body !== undefined && usesName(body, parameter.getName());
      if (!given && call === undefined && isUsed) {
        const imported = this.migration.argumentOf(fn, index);
        if (imported?.import !== undefined) this.#required.push(imported.import);
        if (imported?.value !== undefined) return [`const ${parameter.getNameNode().getText()} = ${imported.value};`];
        if (imported) return [];
      }
      if (!given && parameter.getInitializer() === undefined && !parameter.isOptional() && isUsed)
        throw new Untranslated(
          fn,
          'function',
          `the set-up gets \`${parameter.getName()}\` from a call whose arguments depend on a run`,
        );
      const value = given?.getText() ?? parameter.getInitializer()?.getText() ?? 'undefined';
      return value === parameter.getName() ? [] : [`const ${parameter.getNameNode().getText()} = ${value};`];
    });
    if (!body || !Node.isBlock(body)) return '';
    return [...bound, ...this.#statements(body.getStatements(), false)].join('\n');
  }

  #function(statement: Statement, fn: Written): string {
    if (!this.#isSetUp(fn))
      return this.#usesGone(statement) ? this.#leftFunction(statement) : this.#kept(statement, true);
    if (this.#emitted.has(fn)) return '';
    if (this.#isCalledHere(fn)) return '';
    try {
      return this.#emitFunction(fn, undefined);
    } catch (error) {
      return this.#leftBy(error, statement);
    }
  }

  #leftFunction(statement: Statement): string {
    this.#markDeclared(statement);
    return this.#left(statement, 'server', 'the function uses the server');
  }

  /** Whether a statement of this file, at the top or in another set-up, calls the function. */
  #isCalledHere(fn: Written): boolean {
    return this.file.getDescendants().some((node) => {
      if (!Node.isCallExpression(node) || functionBehind(node.getExpression()) !== fn) return false;
      const statement = node.getFirstAncestor(Node.isStatement);
      if (!statement || node.getAncestors().includes(fn)) return false;
      const owner = node.getFirstAncestor((one): one is Written => isWritten(one));
      return owner === undefined || (this.#isSetUp(owner) && !Node.isCallExpression(owner.getParent()));
    });
  }

  #variables(statement: Node): string {
    if (!Node.isVariableStatement(statement)) return '';
    const kept: string[] = [];
    for (const declaration of statement.getDeclarations()) {
      const value = declaration.getInitializer();
      const held = value && plain(value);
      if (held && isWritten(held)) {
        if (!this.#isSetUp(held)) return this.#usesGone(held) ? this.#leftFunction(statement) : this.#text(statement);
        if (!this.#emitted.has(held) && !this.#isCalledHere(held)) kept.push(this.#emitFunction(held, undefined));
        continue;
      }
      const registration = value && this.#registrationIn(value);
      if (registration) {
        kept.push(this.#register(registration, statement));
        continue;
      }
      if (value && isNewServer(value)) continue;
      if (this.#gone.has(declaration)) {
        const call = value && bare(value);
        const fn = Node.isCallExpression(call) ? functionBehind(call.getExpression()) : undefined;
        if (Node.isCallExpression(call) && fn && this.#isSetUp(fn)) kept.push(this.#inline(call, fn));
        else if (value && httpApp.test(bare(value).getText())) this.#reportHttp(statement);
        continue;
      }
      this.#gone.add(declaration);
      return this.#left(statement, 'server', 'the value uses the server');
    }
    return kept.filter((part) => part !== '').join('\n\n');
  }

  #reportHttp(at: Node): void {
    this.migration.report(at, {
      message: 'the HTTP application, its routes and its middleware are not kept: `sigil serve` serves the plugin',
      severity: 'warning',
      construct: 'middleware',
    });
  }

  #condition(statement: Node): string {
    if (!Node.isIfStatement(statement)) return '';
    const condition = statement.getExpression().getText();
    const branches = [statement.getThenStatement(), statement.getElseStatement()].filter((one) => one !== undefined);
    for (const branch of branches)
      for (const node of branch.getDescendants())
        if (Node.isCallExpression(node) && this.#registrationIn(node) === node) this.#reportCondition(node, condition);
    const [then = '', other = ''] = branches.map((branch) =>
      this.#statements(Node.isBlock(branch) ? (branch as Block).getStatements() : [branch], false).join('\n'),
    );
    if (then === '' && other === '') return '';
    const isComment = (text: string): boolean =>
      text.split('\n').every((line) => line.trim() === '' || line.trimStart().startsWith('//'));
    if (isComment(then) && isComment(other)) return [then, other].filter((text) => text !== '').join('\n');
    return `if (${condition}) {\n${then}\n}${other === '' ? '' : ` else {\n${other}\n}`}`;
  }

  #reportCondition(call: CallExpression, condition: string): void {
    this.migration.report(call, {
      message: `it was registered only if \`${condition.replace(/\s+/g, ' ').slice(0, 80)}\`, and is always published now`,
      severity: 'warning',
      construct: 'if',
      ...nameIn(call),
    });
  }

  #reportChange(call: Node): void {
    const called = Node.isCallExpression(call) ? call.getExpression() : call;
    const method = Node.isPropertyAccessExpression(called) ? called.getName() : 'update';
    this.migration.report(call, {
      message: `${method}() of a registration is not applied: the component is always published as it was registered`,
      severity: 'warning',
      construct: method,
      ...this.#nameBehind(call),
    });
  }

  /** The name of the component that a chain or a constant registered. */
  #nameBehind(call: Node): { readonly name?: string } {
    const called = Node.isCallExpression(call) ? call.getExpression() : call;
    const object = Node.isPropertyAccessExpression(called) ? plain(called.getExpression()) : called;
    const declaration = Node.isIdentifier(object) ? declarationOf(object) : undefined;
    const held = declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : object;
    const registration = held && this.#registrationIn(held);
    return registration ? nameIn(registration) : {};
  }

  #assignment(statement: Statement, value: Node): string {
    const right = Node.isBinaryExpression(value) ? value.getRight() : value;
    const left = Node.isBinaryExpression(value) ? value.getLeft() : value;
    if (isNewServer(right) || stdio.test(right.getText())) return '';
    const registration = this.#registrationIn(right);
    if (registration) return this.#register(registration, statement);
    const call = bare(right);
    const fn = Node.isCallExpression(call) ? functionBehind(call.getExpression()) : undefined;
    if (Node.isCallExpression(call) && fn && this.#isSetUp(fn)) return this.#inline(call, fn);
    if (/\.(onerror|onclose|oninitialized|fallbackRequestHandler|fallbackNotificationHandler)$/.test(left.getText())) {
      const isFallback = left.getText().includes('fallback');
      this.migration.report(statement, {
        message: isFallback
          ? 'custom requests have no equivalent here'
          : 'the callback of the server is left out: see `start()`, `stop()` and the log',
        severity: isFallback ? 'error' : 'note',
        construct: left.getText().replace(/.*\./s, ''),
      });
      return commented(statement, 'a callback of the server');
    }
    return this.#left(statement, 'server', 'the statement uses the server');
  }

  #serverMethod(statement: Statement, call: CallExpression, method: string): string {
    if (['connect', 'close', 'start', 'stop'].includes(method)) return '';
    if (method === 'on' || method === 'registerCapabilities' || method === 'setNotificationHandler') {
      const isSilent = method === 'registerCapabilities';
      if (!isSilent)
        this.migration.report(statement, {
          message: `${method} of the server has no equivalent here`,
          severity: 'error',
          construct: method,
        });
      return isSilent ? '' : commented(statement, `${method} of the server`);
    }
    return this.#left(
      statement,
      method,
      `${method} of the server has no equivalent outside of a call: see the announcer of \`start\``,
    );
  }

  /** Publishes a registration, or returns a comment with its code. */
  #register(call: CallExpression, statement: Node): string {
    const called = call.getExpression();
    const method = Node.isPropertyAccessExpression(called) ? called.getName() : '';
    const loop = call.getAncestors().find((one) => isRepeated(one, statement));
    if (loop) return this.#left(statement, 'loop', 'components that a loop registers are not known before a run');
    try {
      const low = method === 'setRequestHandler' ? this.migration.lowLevel(call, this.#writing) : undefined;
      if (method === 'setRequestHandler') {
        if (!low)
          return this.#left(statement, 'setRequestHandler', 'the handler of this request has no equivalent here');
        this.#writing.declarations.push(...low.declarations);
        for (const component of low.components) this.#publish(component);
        return '';
      }
      const component = readCall(
        {
          zod: this.#zod,
          warn: (at, construct, message, name) =>
            this.migration.report(at, { message, severity: 'warning', name, construct }),
        },
        call,
        method,
      );
      this.#publish(component);
      return '';
    } catch (error) {
      return this.#leftBy(error, statement, nameIn(call).name);
    }
  }

  #publish(component: Component): void {
    const key = component.kind === 'resource' ? `resource ${component.uri}` : `${component.kind} ${component.name}`;
    if (this.migration.published.has(key))
      throw new Untranslated(
        component.at,
        'name',
        `the ${key} is registered twice in this folder: one plugin publishes it once`,
      );
    if (component.dialect === 'low-level') this.#isLowLevel = true;
    if (component.dialect === 'fastmcp') this.#isFast = true;
    this.#current = component;
    const text = writeComponent(this.#writing, component);
    this.migration.published.add(key);
    this.#methods.push(text);
  }

  #leftBy(error: unknown, statement: Node, name?: string): string {
    if (!(error instanceof Untranslated)) throw error;
    this.migration.report(error.at, {
      message: `${error.message}; the old code is left in a comment`,
      severity: 'error',
      construct: error.construct,
      ...(name !== undefined && { name }),
    });
    return commented(statement, error.message);
  }

  /** Leaves a statement in a comment. */
  #left(statement: Node, construct: string, message: string): string {
    this.#markDeclared(statement);
    this.migration.report(statement, {
      message: `${message}; the old code is left in a comment`,
      severity: construct === 'server' ? 'warning' : 'error',
      construct,
    });
    return commented(statement, message);
  }

  #markDeclared(statement: Node): void {
    if (Node.isVariableStatement(statement)) for (const one of statement.getDeclarations()) this.#gone.add(one);
    if (Node.isFunctionDeclaration(statement) || Node.isClassDeclaration(statement)) this.#gone.add(statement);
  }

  #reexport(statement: Node): string {
    if (!Node.isExportDeclaration(statement)) return '';
    const kept = statement.getNamedExports().filter((one) => {
      const declaration =
        one.getSymbol()?.getAliasedSymbol()?.getDeclarations()[0] ?? one.getLocalTargetDeclarations()[0];
      return !declaration || !(this.#gone.has(declaration) || (isWritten(declaration) && this.#isSetUp(declaration)));
    });
    if (statement.getNamedExports().length > 0 && kept.length === 0) return '';
    if (kept.length === statement.getNamedExports().length) return this.#text(statement);
    return `export { ${kept.map((one) => one.getText()).join(', ')} };`;
  }

  /** \`const a = require('a')\` as an import, and \`module.exports\` as exports. */
  #require(statement: Statement): string | undefined {
    const text = statement.getText();
    if (/^(if\s*\()?require\.main === module/.test(text))
      return Node.isIfStatement(statement)
        ? this.#statements(
            Node.isBlock(statement.getThenStatement())
              ? (statement.getThenStatement() as Block).getStatements()
              : [statement.getThenStatement()],
            false,
          ).join('\n')
        : '';
    const exported = /^(?:module\.)?exports(?:\.(\w+))?\s*=\s*(\{[^}]*\}|\w+)\s*;?$/.exec(text);
    if (exported) {
      const names =
        exported[1] !== undefined
          ? [exported[1]]
          : (exported[2] ?? '')
              .replace(/[{}\s]/g, '')
              .split(',')
              .filter((name) => name !== '');
      const kept = names.filter((name) => {
        const declaration = this.file.getFunction(name) ?? this.file.getVariableDeclaration(name);
        const held =
          declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : declaration;
        return declaration && !this.#gone.has(declaration) && !(isWritten(held) && this.#isSetUp(held));
      });
      return kept.length === 0 ? '' : `export { ${kept.join(', ')} };`;
    }
    if (!Node.isVariableStatement(statement))
      return text === "'use strict';" || text === '"use strict";' ? '' : undefined;
    const imports = statement.getDeclarations().map((declaration) => {
      const match = /^require\(\s*(['"][^'"]+['"])\s*\)(?:\.(\w+))?$/.exec(
        declaration.getInitializer()?.getText() ?? '',
      );
      if (!match) return undefined;
      const [, given = '', member] = match;
      const module = `'${this.migration.moduleOf(this.file, given.slice(1, -1))}'`;
      const name = declaration.getNameNode();
      if (member !== undefined)
        return `import { ${member === name.getText() ? member : `${member} as ${name.getText()}`} } from ${module};`;
      if (!Node.isObjectBindingPattern(name)) return `import ${name.getText()} from ${module};`;
      const names = name
        .getElements()
        .map((one) =>
          one.getPropertyNameNode()
            ? `${one.getPropertyNameNode()?.getText() ?? ''} as ${one.getName()}`
            : one.getName(),
        );
      return `import { ${names.join(', ')} } from ${module};`;
    });
    if (!imports.every((one) => one !== undefined)) return undefined;
    this.#required.push(...imports);
    return '';
  }

  readonly #required: string[] = [];

  /** The imports of the old file whose names are still used. */
  #imports(text: string): string[] {
    const isUsed = (name: string): boolean =>
      new RegExp(`(?<![.\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(withoutComments(text));
    const kept = this.file.getImportDeclarations().flatMap((one) => {
      const named = one
        .getNamedImports()
        .filter((name) => isUsed(name.getAliasNode()?.getText() ?? name.getName()) && !isReplaced(one, name.getName()));
      const byDefault = one.getDefaultImport();
      const all = one.getNamespaceImport();
      const module = one.getModuleSpecifier().getText();
      const hasNames = one.getNamedImports().length > 0 || byDefault || all;
      const type = one.isTypeOnly() ? 'type ' : '';
      if (!hasNames) return [one.getText()];
      const parts = [
        ...(byDefault && isUsed(byDefault.getText()) ? [byDefault.getText()] : []),
        ...(all && isUsed(all.getText()) ? [`* as ${all.getText()}`] : []),
        ...(named.length > 0 ? [`{ ${named.map((name) => name.getText()).join(', ')} }`] : []),
      ];
      return parts.length === 0 ? [] : [`import ${type}${parts.join(', ')} from ${module};`];
    });
    const required = this.#required
      .filter((line) => namesOfImport(line).some(isUsed))
      .map((line) => narrowImport(line, isUsed));
    return [...kept, ...required];
  }

  #errorWrapper(): string {
    if (this.migration.hasErrors) return '';
    this.migration.hasErrors = true;
    const helper = this.#isFast ? 'describeFastError' : 'describeError';
    this.migration.helpers.add(helper);
    const parameter = this.#isFast
      ? '{ kind, name }: { kind: string; name: string }'
      : this.#isLowLevel
        ? '_call: unknown'
        : '{ kind }: { kind: string }';
    const given = this.#isFast ? 'kind, name' : this.#isLowLevel ? "'request'" : 'kind';
    return `  /** Callers read the message of every error, as before. Without this method they read an incident id beside it. */
  async onCall(${parameter}, next: () => Promise<unknown>): Promise<unknown> {
    try {
      return await next();
    } catch (error) {
      throw ${helper}(error, ${given});
    }
  }
`;
  }

  #startMethod(): string {
    return this.#hasAwait
      ? '  /** The module is loaded before the plugin serves, so that what it awaits is ready. */\n  start(): void {}\n'
      : '';
  }

  #writeClass(): string {
    const base = this.file.getBaseNameWithoutExtension().replace(/\.(server|mcp)$/, '');
    const wanted = /^(index|main|server|app|mcp)$/.test(base) ? 'Server' : pascal(base);
    const name = this.#freeClassName(wanted === 'Server' ? 'Components' : wanted);
    return `export class ${name} {\n${[...this.#methods, this.#errorWrapper(), this.#startMethod()].filter((part) => part !== '').join('\n')}}\n`;
  }

  #freeClassName(wanted: string): string {
    for (let count = 1; ; count++) {
      const name = count === 1 ? wanted : `${wanted}${count}`;
      const isTaken =
        isTypeOf(this.file, name) ||
        this.file.getVariableDeclaration(name) ||
        this.file.getFunction(name) ||
        this.migration.classNames.has(name) ||
        this.#writing.types.declarations.some((one) => new RegExp(`(interface|type) ${name}\\b`).test(one));
      if (isTaken) continue;
      this.migration.classNames.add(name);
      return name;
    }
  }

  /** Writes a class that holds the server: its methods without the server, and the components as methods of it. */
  #ownClass(declaration: ClassDeclaration): string {
    const name = declaration.getName() ?? this.#freeClassName('Components');
    this.migration.classNames.add(name);
    const members: string[] = [];
    for (const member of declaration.getMembers()) {
      if (Node.isPropertyDeclaration(member)) {
        const isServer =
          this.#gone.has(member) ||
          stdio.test(member.getText()) ||
          /^(private |readonly |public )*\w+[!?]?:\s*(McpServer|Server|FastMCP)\b/.test(member.getText());
        if (!isServer) members.push(`  ${this.#text(member)}\n`);
        continue;
      }
      if (Node.isConstructorDeclaration(member) || Node.isMethodDeclaration(member)) {
        const written = this.#member(member);
        if (written !== '') members.push(written);
        continue;
      }
      members.push(`  ${this.#text(member)}\n`);
    }
    const head =
      /^[^{]*/
        .exec(declaration.getText())?.[0]
        .replace(/^export (default )?/, '')
        .trimEnd() ?? `class ${name}`;
    return `${leadingDoc(declaration)}export ${head} {\n${[...members, ...this.#writing.fields, ...this.#methods, this.#errorWrapper()].filter((part) => part !== '').join('\n')}}\n`;
  }

  #member(member: Node): string {
    if (!Node.isConstructorDeclaration(member) && !Node.isMethodDeclaration(member)) return '';
    const body = member.getBody();
    if (!Node.isBlock(body) || (!this.#hasServer(body) && !this.#usesGone(body) && !this.#callsEmptied(body)))
      return `  ${this.#text(member)}\n`;
    const statements = this.#statements(
      body.getStatements().filter((one) => !this.#isEmptiedCall(one)),
      false,
    );
    if (statements.length === 0) return '';
    const head = member
      .getText()
      .slice(0, body.getStart() - member.getStart())
      .trimEnd();
    const isRun = Node.isMethodDeclaration(member) && ['run', 'main', 'listen', 'serve'].includes(member.getName());
    const named =
      isRun && Node.isMethodDeclaration(member) ? head.replace(new RegExp(`\\b${member.getName()}\\b`), 'start') : head;
    return `  ${named} {\n${statements.map((text) => `    ${text}`).join('\n')}\n  }\n`;
  }

  #callsEmptied(body: Node): boolean {
    return body.getDescendants().some((one) => Node.isCallExpression(one) && this.#isSetUpMethod(one));
  }

  #isEmptiedCall(statement: Statement): boolean {
    if (!Node.isExpressionStatement(statement)) return false;
    const call = bare(statement.getExpression());
    return Node.isCallExpression(call) && this.#isSetUpMethod(call);
  }

  #isSetUpMethod(call: CallExpression): boolean {
    const called = call.getExpression();
    if (!Node.isPropertyAccessExpression(called) || !Node.isThisExpression(called.getExpression())) return false;
    const fn = functionBehind(called);
    return fn !== undefined && this.#isSetUp(fn);
  }
}

const helperNames = [
  'UserError',
  'describeFastError',
  'OldResult',
  'anyContentOf',
  'anyDataOf',
  'contentOf',
  'contentsOf',
  'dataOf',
  'describeError',
  'extraOf',
  'fastContextOf',
  'loadedContents',
  'messagesOf',
  'pairOf',
  'valuesOf',
];

function isSchemaText(text: string | undefined): boolean {
  return text !== undefined && /^(z|zod)\b|^\w+\.(extend|merge|pick|omit|partial|required|optional|array)\(/.test(text);
}

/** Removes constants of schemas that became types. */
function withoutUnused(text: string, schemas: ReadonlyMap<string, string>): string {
  let result = text;
  for (let before = ''; before !== result;) {
    before = result;
    for (const [declaration, name] of schemas) {
      const others = withoutComments(result.replace(declaration, ''));
      const isUsed = new RegExp(`(?<![.\\w$])${name}(?![\\w$])(?!\\??:)`).test(
        others.replace(/^(export )?(interface|type) \w+/gm, '').replace(/^  \S+\??: .*;$/gm, ''),
      );
      if (!isUsed) result = result.replace(declaration, '');
    }
  }
  return result;
}

/** Gives a type the name of the import or constant that it replaced. */
function plainNames(given: readonly string[], text: string): string {
  const numbered = given.filter((name) => name.endsWith('2')).map((name) => name.slice(0, -1));
  return numbered.reduce(
    (result, name) =>
      new RegExp(`(?<![.\\w$'"/])${name}(?![\\w$])`).test(withoutComments(result))
        ? result
        : result.replace(new RegExp(`\\b${name}2\\b`, 'g'), name),
    text,
  );
}

/** Indents and spaces a module as TypeScript's own formatter does. */
function formatted(text: string): string {
  const project = new Project({ useInMemoryFileSystem: true });
  const file = project.createSourceFile('module.ts', text.replace(/\n{3,}/g, '\n\n'));
  file.formatText({ indentSize: 2, ensureNewLineAtEndOfFile: true });
  return file.getFullText();
}

/** Returns the call that a statement starts, below `.catch(…)`, `.then(…)` and `await`. */
function startedCall(call: CallExpression): CallExpression | undefined {
  const called = call.getExpression();
  if (Node.isPropertyAccessExpression(called) && ['catch', 'then', 'finally'].includes(called.getName())) {
    const inner = bare(called.getExpression());
    return Node.isCallExpression(inner) ? startedCall(inner) : undefined;
  }
  return call;
}

/** Classes of FastMCP that the results module has instead. */
function isReplaced(declaration: ImportDeclaration, name: string): boolean {
  return declaration.getModuleSpecifierValue() === 'fastmcp' && name === 'UserError';
}

function isRepeated(node: Node, statement: Node): boolean {
  if (node.getStart() <= statement.getStart() && node.getEnd() >= statement.getEnd() && node !== statement) {
    return (
      Node.isForOfStatement(node) ||
      Node.isForStatement(node) ||
      Node.isForInStatement(node) ||
      Node.isWhileStatement(node) ||
      isCallback(node)
    );
  }
  return false;
}

/** A function that is passed to a call, such as that of `forEach`. */
function isCallback(node: Node): boolean {
  const parent = node.getParent();
  return (
    (Node.isArrowFunction(node) || Node.isFunctionExpression(node)) &&
    Node.isCallExpression(parent) &&
    parent.getExpression() !== node &&
    !/^(main|run|start)/.test(parent.getExpression().getText())
  );
}

function nameIn(call: CallExpression): { readonly name?: string } {
  const first = call.getArguments()[0];
  const name = textOf(first) ?? (first && textOf(memberOf(resolve(first), 'name')));
  return name === undefined ? {} : { name };
}

function usesName(body: Node, name: string): boolean {
  return body.getDescendants().some((one) => Node.isIdentifier(one) && one.getText() === name);
}

/** Whether a statement awaits outside of functions inside it. */
function hasOwnAwait(statement: Node): boolean {
  if (isWritten(statement)) return false;
  let found = false;
  statement.forEachDescendant((node, traversal) => {
    if (isWritten(node)) traversal.skip();
    else if (Node.isAwaitExpression(node)) found = true;
  });
  return found;
}

/** Old code in a comment, below the word that findings of this kind are searched by. */
function commented(statement: Node, message: string): string {
  const text = statement
    .getText()
    .split('\n')
    .map((line) => `// ${line}`.trimEnd());
  return [`// sigil-migrate: ${message}`, ...text].join('\n');
}

function leadingComment(file: SourceFile): string {
  const text = file.getFullText();
  const match = /^(?:#![^\n]*\n)?\s*(\/\*\*?[\s\S]*?\*\/)\s*\n/.exec(text);
  return match ? `${match[1]?.replace(/^\/\*\*/, '/*') ?? ''}\n` : '';
}

function leadingDoc(node: ClassDeclaration): string {
  return node
    .getJsDocs()
    .map((doc) => `${doc.getText()}\n`)
    .join('');
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function namesOfImport(line: string): string[] {
  const inner = /\{([^}]*)\}/.exec(line)?.[1];
  if (inner === undefined) return [/^import (\w+)/.exec(line)?.[1] ?? ''];
  return inner.split(',').map(
    (part) =>
      part
        .trim()
        .split(/\s+as\s+/)
        .at(-1) ?? '',
  );
}

function narrowImport(line: string, isUsed: (name: string) => boolean): string {
  return line.replace(/\{([^}]*)\}/, (_whole, inner: string) => {
    const parts = inner.split(',').map((part) => part.trim());
    return `{ ${parts.filter((part) => isUsed(part.split(/\s+as\s+/).at(-1) ?? '')).join(', ')} }`;
  });
}
