/**
 * Writes statements of a file without the server. A function that only sets the server up becomes statements of the module, at the place
 * where it is called.
 */
import {
  type Block,
  type CallExpression,
  type ClassDeclaration,
  type IfStatement,
  Node,
  type SourceFile,
  type Statement,
} from 'ts-morph';
import { hasOwnAwait } from '../handlers/function-text.js';
import { bare, isWritten, type Written } from '../handlers/returns.js';
import { isConditionalCall, isEarlyReturn } from '../readers/conditions.js';
import { httpApp } from '../readers/http-application.js';
import type { ServerUses } from '../readers/server-uses.js';
import { functionBehind, isNewServer } from '../readers/server-values.js';
import { isMainCheck } from '../source/common-js.js';
import { statementText } from '../source/statement-text.js';
import { plain } from '../source/static-value.js';
import { editedText, replaceNode } from '../source/text-edits.js';
import type { ClassMembers } from './class-members.js';
import type { Migration } from './migration.js';
import { ModuleExports } from './module-exports.js';
import type { ModuleImports } from './module-imports.js';
import { OldCode } from './old-code.js';
import { reachOf } from './reached-locals.js';
import { Registrations } from './registrations.js';
import { noteSchema, type SchemaStatements } from './schema-leftovers.js';
import { writeServerClass } from './server-class.js';
import { ServerExpressions } from './server-expressions.js';
import { SetUpArguments } from './set-up-arguments.js';

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
  readonly #exports: ModuleExports;
  readonly #arguments: SetUpArguments;
  readonly #expressions: ServerExpressions;

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
    this.#exports = new ModuleExports(migration, file, uses, imports);
    this.#arguments = new SetUpArguments(migration, file, members, imports);
    this.#expressions = new ServerExpressions(migration, uses, this.#registrations, this.#oldCode, (call, fn) =>
      this.#inline(call, fn),
    );
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
      if (!isTop && isEarlyReturn(statement) && !isInMember(statement)) {
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
    const before = this.#branch(Node.isBlock(then) ? then.getStatements() : [then]);
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
        withoutNotifications: (method) => this.#withoutNotifications(method),
        argument: (index) => this.#arguments.ofConstructor(statement, index),
      });
    if (Node.isTypeAliasDeclaration(statement) || Node.isInterfaceDeclaration(statement))
      return this.#kept(statement, isTop);
    if (Node.isFunctionDeclaration(statement)) return this.#function(statement, statement);
    if (Node.isExportDeclaration(statement)) return this.#exports.reexport(statement);
    if (Node.isExportAssignment(statement))
      return this.uses.hasServer(statement) || this.uses.usesGone(statement) ? '' : statementText(statement);
    if (Node.isReturnStatement(statement) && isInMember(statement)) return this.#memberReturn(statement, isTop);
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

  /** A method of a class returns what it did, and fails instead of a value of the server. */
  #memberReturn(statement: Statement, isTop: boolean): string {
    if (!this.uses.hasServer(statement)) return this.#kept(statement, isTop);
    const message = 'a value of the server has no equivalent here';
    return `${this.#oldCode.leave(statement, 'return', message)}\nthrow new Error('${message}');`;
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
    if (Node.isExpressionStatement(statement)) return this.#expressions.write(statement, statement.getExpression());
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

  /** Writes the body of a set-up function as statements. */
  #emitFunction(fn: Written, call: CallExpression | undefined): string {
    this.#emitted.add(fn);
    const body = fn.getBody();
    const bound = this.#arguments.bind(fn, call);
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

  /** Rewrites a statement of CommonJS; the module that a process started is none of a plugin. */
  #commonJs(statement: Statement): string | undefined {
    if (isMainCheck(statement)) {
      if (!Node.isIfStatement(statement)) return '';
      const then = statement.getThenStatement();
      return this.statements(Node.isBlock(then) ? then.getStatements() : [then], false).join('\n');
    }
    return this.#exports.commonJs(statement);
  }
}

/** Whether a statement is one of a method or a constructor, which may return. */
function isInMember(statement: Statement): boolean {
  const owner = statement.getFirstAncestor((one) => isWritten(one) || Node.isConstructorDeclaration(one));
  return Node.isMethodDeclaration(owner) || Node.isConstructorDeclaration(owner);
}

/** Whether texts have no code, so that they need no branch. */
function isComment(texts: readonly string[]): boolean {
  const lines = texts.flatMap((text) => text.split('\n'));
  return lines.every((line) => line.trim() === '' || line.trimStart().startsWith('//'));
}
