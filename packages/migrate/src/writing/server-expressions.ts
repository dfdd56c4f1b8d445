/**
 * Writes the statements that call or assign something of the server: registrations, set-up functions, `connect`, callbacks.
 */
import { type CallExpression, Node, type Statement } from 'ts-morph';
import { startedCall } from '../handlers/function-text.js';
import { bare, isWritten, type Written } from '../handlers/returns.js';
import { httpTransport, stdio } from '../readers/http-application.js';
import { nameGivenBy } from '../readers/registration-calls.js';
import type { ServerUses } from '../readers/server-uses.js';
import { constructedClass, functionBehind, isNewServer } from '../readers/server-values.js';
import { declarationOf } from '../source/static-value.js';
import type { Migration } from './migration.js';
import { commented, type OldCode } from './old-code.js';
import type { Registrations } from './registrations.js';

/** The expressions of one file that use the server. */
export class ServerExpressions {
  /** `inline` writes the body of a set-up function at the place of its call. */
  constructor(
    private readonly migration: Migration,
    private readonly uses: ServerUses,
    private readonly registrations: Registrations,
    private readonly oldCode: OldCode,
    private readonly inline: (call: CallExpression, fn: Written) => string,
  ) {}

  /** Writes what is left of the statement of an expression: nothing, a branch of the set-up, or a comment. */
  write(statement: Statement, expression: Node): string {
    const registration = this.uses.registrationIn(expression);
    if (registration) {
      const outer = bare(expression);
      const comment = this.registrations.publish(registration, statement);
      if (outer !== registration && Node.isCallExpression(outer)) this.registrations.reportChange(outer);
      return comment;
    }
    const value = bare(Node.isVoidExpression(expression) ? expression.getExpression() : expression);
    if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '=')
      return this.#assignment(statement, value);
    if (Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '&&') {
      const inner = this.uses.registrationIn(value.getRight());
      if (inner) {
        return this.registrations.publish(inner, statement);
      }
    }
    if (this.uses.constructsHolder(value)) return '';
    const guarded = guardedCall(value);
    const guardedFn = guarded && functionBehind(guarded.call.getExpression());
    if (guarded && guardedFn && this.uses.isSetUp(guardedFn)) {
      return this.inline(guarded.call, guardedFn);
    }
    if (!Node.isCallExpression(value)) return this.oldCode.leave(statement, 'server', 'the statement uses the server');
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
      return this.inline(object, factory);
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
      return this.inline(started, fn);
    }
    if (
      Node.isPropertyAccessExpression(called) &&
      ['disable', 'enable', 'remove', 'update'].includes(method) &&
      this.uses.usesGone(called.getExpression())
    ) {
      this.registrations.reportChange(value);
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
      return this.oldCode.leave(
        statement,
        'instance',
        'the plugin constructs the class itself: call this in its `start()`',
      );
    if (/\.(forEach|map)\(/.test(called.getText() + '(') && this.#callbackRegisters(value))
      return this.oldCode.leave(statement, 'loop', 'components that a loop registers are not known before a run');
    return this.oldCode.leave(
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

  /** Whether an expression is an instance of a class that holds a server. */
  #isHolder(node: Node): boolean {
    const value = bare(node);
    const declaration = Node.isIdentifier(value) ? declarationOf(value) : undefined;
    const held = Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : value;
    return constructedClass(held, this.migration.servers.classes) !== undefined;
  }

  #assignment(statement: Statement, value: Node): string {
    const right = Node.isBinaryExpression(value) ? value.getRight() : value;
    const left = Node.isBinaryExpression(value) ? value.getLeft() : value;
    if (isNewServer(right) || stdio.test(right.getText())) return '';
    const registration = this.uses.registrationIn(right);
    if (registration) return this.registrations.publish(registration, statement);
    const call = bare(right);
    const fn = Node.isCallExpression(call) ? functionBehind(call.getExpression()) : undefined;
    if (Node.isCallExpression(call) && fn && this.uses.isSetUp(fn)) return this.inline(call, fn);
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
    return this.oldCode.leave(statement, 'server', 'the statement uses the server');
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
    return this.oldCode.leave(
      statement,
      method,
      `${method} of the server has no equivalent outside of a call: see the announcer of \`start\``,
    );
  }
}

/** The call that `condition && call()` makes. */
function guardedCall(node: Node): { readonly condition: string; readonly call: CallExpression } | undefined {
  if (!Node.isBinaryExpression(node) || node.getOperatorToken().getText() !== '&&') return undefined;
  const call = bare(node.getRight());
  return Node.isCallExpression(call) ? { condition: node.getLeft().getText(), call } : undefined;
}
