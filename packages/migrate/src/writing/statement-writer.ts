/**
 * Writes statements of a file without the server. A function that only sets the server up becomes statements of the module, at the place
 * where it is called.
 */
import {
  type Block,
  type CallExpression,
  type ClassDeclaration,
  type ExportDeclaration,
  type IfStatement,
  Node,
  type SourceFile,
  type Statement,
} from 'ts-morph';
import { bare, isWritten, type Written } from '../handlers/returns.js';
import type { Migration } from './migration.js';
import { httpApp, httpTransport, stdio } from '../readers/http-application.js';
import { isConditionalCall, isEarlyReturn } from '../readers/conditions.js';
import type { ServerUses } from '../readers/server-uses.js';
import { constructedClass, functionBehind, isNewServer } from '../readers/server-values.js';
import { exportedNames, isMainCheck, requiredImports } from '../source/common-js.js';
import { hasOwnAwait, startedCall, usesName } from '../handlers/function-text.js';
import { moveText, usesLocals } from '../source/moved-text.js';
import { declarationOf } from '../source/static-value.js';
import { editedText, replaceNode } from '../source/text-edits.js';
import { statementText } from '../source/statement-text.js';
import { plain } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';
import type { ClassMembers } from './class-members.js';
import type { ModuleImports } from './module-imports.js';
import { noteSchema, type SchemaStatements } from './schema-leftovers.js';
import { commented, OldCode } from './old-code.js';
import { reachOf } from './reached-locals.js';
import { Registrations } from './registrations.js';
import { writeServerClass } from './server-class.js';
import { nameGivenBy } from '../readers/registration-calls.js';

/** Writes the statements of one file. */
export class StatementWriter {
  readonly #emitted = new Set<Node>();
  /** The number of branches around the statements that are written. */
  #depth = 0;
  /** Statements of set-up functions that run in any case, although a branch calls them first. */
  readonly #unconditional: string[] = [];
  /** Texts of constants that hold schemas, which are left out if nothing uses them. */
  readonly schemas: SchemaStatements = new Map();
  readonly #registrations: Registrations;
  readonly #oldCode: OldCode;

  constructor(
    private readonly migration: Migration,
    private readonly file: SourceFile,
    private readonly uses: ServerUses,
    private readonly members: ClassMembers,
    private readonly imports: ModuleImports,
    private readonly serverClass: ClassDeclaration | undefined,
  ) {
    this.#oldCode = new OldCode(uses, migration.report);
    this.#registrations = new Registrations(migration, uses, members, this.#oldCode, imports, file);
  }

  /** Set-up functions that only code which is left calls, such as a handler of HTTP requests. */
  remaining(): string[] {
    const functions = [
      ...this.file.getFunctions(),
      ...this.file.getVariableDeclarations().flatMap((one) => {
        const value = one.getInitializer();
        return value && isWritten(value) ? [value] : [];
      }),
    ];
    return functions.flatMap((fn) => {
      if (!this.uses.isSetUp(fn) || this.#emitted.has(fn)) return [];
      try {
        return [this.#emitFunction(fn, undefined)];
      } catch (error) {
        return [this.#oldCode.leaveFor(error, fn)];
      }
    });
  }

  /** Writes statements; `isTop` is true for those of the module itself. */
  statements(statements: readonly Statement[], isTop: boolean): string[] {
    const texts: string[] = [];
    for (const [index, statement] of statements.entries()) {
      if (!isTop && isEarlyReturn(statement)) {
        const rest = this.#afterReturn(statement, statements.slice(index + 1));
        return [...texts, ...rest];
      }
      const text = this.#translated(statement, isTop);
      if (text !== undefined && text.trim() !== '') texts.push(text);
    }
    return texts;
  }

  /** The statements of a module cannot return: those after `if (…) return;` get the opposite condition. */
  #afterReturn(statement: IfStatement, others: readonly Statement[]): string[] {
    const condition = statement.getExpression().getText();
    const then = statement.getThenStatement();
    const before = this.#branch(Node.isBlock(then) ? then.getStatements().slice(0, -1) : []);
    const rest = this.#branch(others);
    return [...this.#branches(condition, before, []), ...this.#branches(`!(${condition})`, rest, [])];
  }

  #translated(statement: Statement, isTop: boolean): string | undefined {
    try {
      return this.#statement(statement, isTop);
    } catch (error) {
      this.uses.markDeclared(statement);
      return this.#oldCode.leaveFor(error, statement);
    }
  }

  #statement(statement: Statement, isTop: boolean): string | undefined {
    if (Node.isClassDeclaration(statement) && statement === this.serverClass)
      return writeServerClass(statement, this.uses, this.members, {
        statements: (body) => this.statements(body, false),
        argument: (index) => this.#constructorArgument(statement, index),
      });
    if (Node.isTypeAliasDeclaration(statement) || Node.isInterfaceDeclaration(statement))
      return this.#kept(statement, isTop);
    if (Node.isFunctionDeclaration(statement)) return this.#function(statement, statement);
    if (Node.isExportDeclaration(statement)) return this.#reexport(statement);
    if (Node.isExportAssignment(statement))
      return this.uses.hasServer(statement) || this.uses.usesGone(statement) ? '' : statementText(statement);
    if (Node.isReturnStatement(statement))
      return this.uses.hasServer(statement) || !statement.getExpression()
        ? ''
        : this.#oldCode.leave(statement, 'return', 'a value that the set-up returns is not kept');
    const common = this.#commonJs(statement);
    if (common !== undefined) return common;
    const isOwnClass =
      this.serverClass && new RegExp(`new ${this.serverClass.getName() ?? ''}\\b`).test(statement.getText());
    if (isOwnClass) {
      this.uses.markDeclared(statement);
      return '';
    }
    const usesInstance = this.uses.usesGone(statement);
    if (!this.uses.hasServer(statement) && !usesInstance && !this.uses.isRegistrationStatement(statement))
      return this.#kept(statement, isTop);
    return this.#serverStatement(statement);
  }

  #kept(statement: Statement, isTop: boolean): string {
    if (!isTop && Node.isExpressionStatement(statement) && /^console\.\w+\(/.test(statement.getText())) return '';
    if (/\bawait\b/.test(statement.getText()) && !Node.isClassDeclaration(statement))
      this.members.hasAwait ||= hasOwnAwait(statement);
    const text = statementText(statement);
    const reach = isTop ? undefined : reachOf(this.uses, statement, this.#depth > 0);
    if (reach === 'function') return text.replace(/^(const|let)\b/, 'var');
    if (reach === 'start') {
      this.#unconditional.push(text);
      return '';
    }
    if (reach === 'module') {
      this.members.writing.declarations.push(`${text}\n`);
      return '';
    }
    noteSchema(this.schemas, statement, text);
    return text;
  }

  #serverStatement(statement: Statement): string | undefined {
    if (Node.isExpressionStatement(statement)) return this.#expression(statement, statement.getExpression());
    if (Node.isVariableStatement(statement)) return this.#variables(statement);
    if (Node.isIfStatement(statement)) return this.#condition(statement);
    if (Node.isTryStatement(statement))
      return this.statements(statement.getTryBlock().getStatements(), false).join('\n');
    if (Node.isBlock(statement)) return this.statements(statement.getStatements(), false).join('\n');
    const isLoop =
      Node.isForOfStatement(statement) ||
      Node.isForStatement(statement) ||
      Node.isForInStatement(statement) ||
      Node.isWhileStatement(statement);
    if (isLoop)
      return this.#oldCode.leave(statement, 'loop', 'components that a loop registers are not known before a run');
    return this.#oldCode.leave(statement, 'server', 'the statement uses the server');
  }

  #expression(statement: Statement, expression: Node): string {
    const registration = this.uses.registrationIn(expression);
    if (registration) {
      const outer = bare(expression);
      const comment = this.#registrations.publish(registration, statement);
      if (outer !== registration && Node.isCallExpression(outer)) this.#registrations.reportChange(outer);
      return comment;
    }
    const value = bare(Node.isVoidExpression(expression) ? expression.getExpression() : expression);
    if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '=')
      return this.#assignment(statement, value);
    if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '&&') {
      const inner = this.uses.registrationIn(value.getRight());
      if (inner) {
        return this.#registrations.publish(inner, statement);
      }
    }
    if (this.uses.constructsHolder(value)) return '';
    const guarded = guardedCall(value);
    const guardedFn = guarded && functionBehind(guarded.call.getExpression());
    if (guarded && guardedFn && this.uses.isSetUp(guardedFn)) {
      return this.#inline(guarded.call, guardedFn);
    }
    if (!Node.isCallExpression(value)) return this.#oldCode.leave(statement, 'server', 'the statement uses the server');
    const waited = startedCall(value)?.getExpression();
    const isConnect = Node.isPropertyAccessExpression(waited) && ['connect', 'start'].includes(waited.getName());
    if (isConnect && waited !== value.getExpression() && this.uses.isServerOrInner(waited.getExpression())) return '';
    const called = value.getExpression();
    const method = Node.isPropertyAccessExpression(called) ? called.getName() : called.getText();
    if (Node.isPropertyAccessExpression(called) && this.uses.isServerOrInner(called.getExpression()))
      return this.#serverMethod(statement, value, method);
    const object = Node.isPropertyAccessExpression(called) ? bare(called.getExpression()) : undefined;
    const factory = object && Node.isCallExpression(object) ? functionBehind(object.getExpression()) : undefined;
    if (Node.isCallExpression(object) && factory && this.uses.isSetUp(factory) && ['connect', 'start'].includes(method))
      return this.#inline(object, factory);
    const started = startedCall(value);
    const fn = started && this.uses.startedFunction(started);
    if (started && fn && this.uses.isSetUp(fn) && this.uses.isWrapper(fn)) {
      const said = 'a function registers a component for each of its calls';
      this.migration.report(statement, {
        message: `${said}; the old code is left in a comment`,
        severity: 'error',
        construct: 'wrapper',
        ...nameGivenBy(started),
      });
      return commented(statement, said);
    }
    if (started && fn && this.uses.isSetUp(fn)) {
      return this.#inline(started, fn);
    }
    if (
      Node.isPropertyAccessExpression(called) &&
      ['disable', 'enable', 'remove', 'update'].includes(method) &&
      this.uses.usesGone(called.getExpression())
    ) {
      this.#registrations.reportChange(value);
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
    const isHeld = Node.isPropertyAccessExpression(called) && this.#isHolder(called.getExpression());
    if (method === 'connect' && this.uses.usesGone(called)) return '';
    const heldMethod = isHeld ? functionBehind(called) : undefined;
    if (heldMethod && (this.uses.isSetUp(heldMethod) || ['start', 'run', 'close', 'stop'].includes(method))) return '';
    if (this.uses.constructsHolder(value)) return '';
    if (isHeld)
      return this.#oldCode.leave(
        statement,
        'instance',
        'the plugin constructs the class itself: call this in its `start()`',
      );
    if (/\.(forEach|map)\(/.test(called.getText() + '(') && this.#callbackRegisters(value))
      return this.#oldCode.leave(statement, 'loop', 'components that a loop registers are not known before a run');
    return this.#oldCode.leave(
      statement,
      'server',
      httpTransport.test(statement.getText()) || this.uses.isHttp(called)
        ? 'the HTTP application, its routes and its middleware are not kept: `sigil serve` serves the plugin'
        : 'the statement uses the server',
    );
  }

  #callbackRegisters(call: CallExpression): boolean {
    return call.getArguments().some((one) => isWritten(one));
  }

  #inline(call: CallExpression, fn: Written): string {
    if (fn.getSourceFile() !== this.file || this.#emitted.has(fn)) return '';
    if (this.#depth === 0 || isConditionalCall(this.migration.files, call, fn)) return this.#emitFunction(fn, call);
    const depth = this.#depth;
    this.#depth = 0;
    const text = this.#emitFunction(fn, call);
    this.#depth = depth;
    this.#unconditional.push(text);
    return '';
  }

  /** The value that the only construction of a class gives its constructor. @throws Untranslated for one that depends on a run */
  #constructorArgument(one: ClassDeclaration, index: number): string {
    const parameter = one.getConstructors()[0]?.getParameters()[index];
    const given = this.migration.constructionOf(one)?.[index] ?? parameter?.getInitializer();
    if (!given) return 'undefined';
    if (usesLocals(given))
      throw new Untranslated(
        parameter ?? one,
        'constructor',
        `the class gets \`${parameter?.getName() ?? ''}\` from code that runs before the server is made`,
      );
    if (given.getSourceFile() === this.file) return given.getText();
    const moved = moveText(given, (from, module) => this.migration.specifier(this.file, from, module));
    for (const line of moved.imports) this.imports.add(line);
    this.members.writing.declarations.push(...moved.declarations);
    return moved.text;
  }

  /** Whether an expression is an instance of a class that holds a server. */
  #isHolder(node: Node): boolean {
    const value = bare(node);
    const declaration = Node.isIdentifier(value) ? declarationOf(value) : undefined;
    const held = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : value;
    return constructedClass(held, this.migration.servers.classes) !== undefined;
  }

  /** Writes the body of a set-up function as statements. */
  #emitFunction(fn: Written, call: CallExpression | undefined): string {
    this.#emitted.add(fn);
    const body = fn.getBody();
    const bound = fn.getParameters().flatMap((parameter, index) => {
      if (this.migration.servers.holders.has(parameter)) return [];
      const given = call?.getArguments()[index];
      const names = boundNames(parameter.getNameNode());
      const isUsed = body !== undefined && names.some((name) => usesName(body, name));
      if (!given && call === undefined && isUsed) {
        const imported = this.migration.argumentOf(fn, index);
        if (imported?.import !== undefined) this.imports.add(imported.import);
        if (imported?.name !== undefined && !Node.isIdentifier(parameter.getNameNode()))
          return [`const ${parameter.getNameNode().getText()} = ${imported.name};`];
        for (const line of imported?.imports ?? []) this.imports.add(line);
        if (imported?.value === parameter.getName()) return [];
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
    return [...bound, ...this.statements(body.getStatements(), false)].join('\n');
  }

  #function(statement: Statement, fn: Written): string {
    if (this.uses.isNotifier(fn)) return this.#withoutNotifications(statement);
    if (!this.uses.isSetUp(fn))
      return this.uses.usesGone(statement) ? this.#leftFunction(statement) : this.#kept(statement, true);
    if (this.#emitted.has(fn)) return '';
    if (this.uses.isCalledHere(fn)) return '';
    try {
      return this.#emitFunction(fn, undefined);
    } catch (error) {
      return this.#oldCode.leaveFor(error, statement);
    }
  }

  /** A function that notifies clients besides its work is kept without that: only a call of a component can notify here. */
  #withoutNotifications(statement: Node): string {
    const sent = statement.getDescendants().filter((one) => this.uses.isNotification(one));
    const message = 'clients are notified by the `Context` of a call: give it to the function';
    const edits = sent.map((one) => {
      const comment = this.#oldCode.leave(one, 'notification', message);
      return replaceNode(one, Node.isBlock(one.getParent()) ? comment : `{\n${comment}\n}`);
    });
    return editedText(statement, edits);
  }

  #leftFunction(statement: Statement): string {
    this.uses.markDeclared(statement);
    return this.#oldCode.leave(statement, 'server', 'the function uses the server');
  }

  #variables(statement: Node): string {
    if (!Node.isVariableStatement(statement)) return '';
    const kept: string[] = [];
    for (const declaration of statement.getDeclarations()) {
      const value = declaration.getInitializer();
      const held = value && plain(value);
      if (held && isWritten(held)) {
        if (this.uses.isNotifier(held)) return this.#withoutNotifications(statement);
        if (!this.uses.isSetUp(held))
          return this.uses.usesGone(held) ? this.#leftFunction(statement) : statementText(statement);
        if (!this.#emitted.has(held) && !this.uses.isCalledHere(held)) kept.push(this.#emitFunction(held, undefined));
        continue;
      }
      const registration = value && this.uses.registrationIn(value);
      if (registration) {
        kept.push(this.#registrations.publish(registration, statement));
        continue;
      }
      if (value && (isNewServer(value) || this.uses.constructsHolder(value))) continue;
      if (this.uses.gone.has(declaration)) {
        const call = value && bare(value);
        const fn = Node.isCallExpression(call) ? functionBehind(call.getExpression()) : undefined;
        if (Node.isCallExpression(call) && fn && this.uses.isSetUp(fn)) kept.push(this.#inline(call, fn));
        else if (value && httpApp.test(bare(value).getText())) this.#reportHttp(statement);
        continue;
      }
      this.uses.gone.add(declaration);
      return this.#oldCode.leave(statement, 'server', 'the value uses the server');
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
    const branches = [statement.getThenStatement(), statement.getElseStatement()].filter((one) => one !== undefined);
    const [then = [], other = []] = branches.map((branch) =>
      this.#branch(Node.isBlock(branch) ? (branch as Block).getStatements() : [branch]),
    );
    return this.#branches(statement.getExpression().getText(), then, other).join('\n');
  }

  /** Writes the statements of a branch. */
  #branch(statements: readonly Statement[]): readonly string[] {
    this.#depth += 1;
    const texts = this.statements(statements, false);
    this.#depth -= 1;
    return texts;
  }

  /** Writes branches as far as they have code, after that which runs in any case. */
  #branches(condition: string, then: readonly string[], other: readonly string[]): readonly string[] {
    const before = this.#depth === 0 ? this.#unconditional.splice(0) : [];
    if (isComment(then) && isComment(other)) return [...before, ...then, ...other];
    const opposite = isComment(other) ? other.join('\n') : ` else {\n${other.join('\n')}\n}`;
    return [...before, `if (${condition}) {\n${then.join('\n')}\n}${opposite}`];
  }

  #assignment(statement: Statement, value: Node): string {
    const right = Node.isBinaryExpression(value) ? value.getRight() : value;
    const left = Node.isBinaryExpression(value) ? value.getLeft() : value;
    if (isNewServer(right) || stdio.test(right.getText())) return '';
    const registration = this.uses.registrationIn(right);
    if (registration) return this.#registrations.publish(registration, statement);
    const call = bare(right);
    const fn = Node.isCallExpression(call) ? functionBehind(call.getExpression()) : undefined;
    if (Node.isCallExpression(call) && fn && this.uses.isSetUp(fn)) return this.#inline(call, fn);
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
    return this.#oldCode.leave(statement, 'server', 'the statement uses the server');
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
    return this.#oldCode.leave(
      statement,
      method,
      `${method} of the server has no equivalent outside of a call: see the announcer of \`start\``,
    );
  }

  /** Rewrites a statement of CommonJS as ES modules have it; `undefined` for other statements. */
  #commonJs(statement: Statement): string | undefined {
    if (isMainCheck(statement)) {
      if (!Node.isIfStatement(statement)) return '';
      const then = statement.getThenStatement();
      return this.statements(Node.isBlock(then) ? then.getStatements() : [then], false).join('\n');
    }
    const exported = exportedNames(statement);
    if (exported) {
      const kept = exported.filter((name) => this.#isKept(name));
      return kept.length === 0 ? '' : `export { ${kept.join(', ')} };`;
    }
    if (/^(['"])use strict\1;$/.test(statement.getText())) return '';
    const imports = requiredImports(statement, (module) => this.migration.moduleOf(this.file, module));
    for (const one of imports ?? []) this.imports.add(one);
    return imports && '';
  }

  /** Returns whether a name of the file is still declared. */
  #isKept(name: string): boolean {
    const declaration = this.file.getFunction(name) ?? this.file.getVariableDeclaration(name);
    const held = declaration && Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : declaration;
    return (
      declaration !== undefined && !this.uses.gone.has(declaration) && !(isWritten(held) && this.uses.isSetUp(held))
    );
  }

  #reexport(statement: Node): string {
    if (!Node.isExportDeclaration(statement)) return '';
    const kept = statement.getNamedExports().filter((one) => {
      const declaration =
        one.getSymbol()?.getAliasedSymbol()?.getDeclarations()[0] ?? one.getLocalTargetDeclarations()[0];
      return (
        !declaration || !(this.uses.gone.has(declaration) || (isWritten(declaration) && this.uses.isSetUp(declaration)))
      );
    });
    if (statement.getNamedExports().length > 0 && kept.length === 0) return '';
    if (kept.length === statement.getNamedExports().length) return this.#exportText(statement);
    return `export { ${kept.map((one) => one.getText()).join(', ')} };`;
  }

  /** The text of a re-export, whose module may be named by an alias. */
  #exportText(statement: ExportDeclaration): string {
    const module = statement.getModuleSpecifierValue();
    const text = statementText(statement);
    const target = module === undefined ? undefined : this.migration.moduleOf(this.file, module);
    return module === undefined || target === module ? text : text.replace(/(['"]).*\1/, `'${target ?? ''}'`);
  }
}

/** Whether texts have no code, so that they need no branch. */
function isComment(texts: readonly string[]): boolean {
  const lines = texts.flatMap((text) => text.split('\n'));
  return lines.every((line) => line.trim() === '' || line.trimStart().startsWith('//'));
}

/** The names that a parameter declares. */
function boundNames(name: Node): readonly string[] {
  if (Node.isIdentifier(name)) return [name.getText()];
  return name.getDescendants().flatMap((one) => (Node.isBindingElement(one) ? boundNames(one.getNameNode()) : []));
}

/** The call that `condition && call()` makes. */
function guardedCall(node: Node): { readonly condition: string; readonly call: CallExpression } | undefined {
  if (!Node.isBinaryExpression(node) || node.getOperatorToken().getText() !== '&&') return undefined;
  const call = bare(node.getRight());
  return Node.isCallExpression(call) ? { condition: node.getLeft().getText(), call } : undefined;
}
