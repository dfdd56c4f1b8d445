/**
 * Publishes what statements register, and reports what a registration does besides.
 */
import { type CallExpression, type ImportDeclaration, Node, type SourceFile } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import type { Component } from '../model.js';
import type { Migration } from './migration.js';
import { calledName } from '../readers/call-reading.js';
import { readCall } from '../readers/read-calls.js';
import { closingCall, isRepeated, nameIn } from '../readers/registration-calls.js';
import type { ServerUses } from '../readers/server-uses.js';
import { memberOf, resolve, textOf } from '../source/static-value.js';
import { Untranslated } from '../untranslated.js';
import type { ClassMembers } from './class-members.js';
import { writeGuards } from './guards.js';
import type { ModuleImports } from './module-imports.js';
import { unreachableIn } from './reached-locals.js';
import type { OldCode } from './old-code.js';

/** The registrations of one file. */
export class Registrations {
  constructor(
    private readonly migration: Migration,
    private readonly uses: ServerUses,
    private readonly members: ClassMembers,
    private readonly oldCode: OldCode,
    private readonly imports: ModuleImports,
    private readonly file: SourceFile,
  ) {}

  /** Publishes a registration, or returns a comment with its code. */
  publish(call: CallExpression, statement: Node): string {
    const called = call.getExpression();
    const method = Node.isPropertyAccessExpression(called) ? called.getName() : '';
    const loop = call.getAncestors().find((one) => isRepeated(one, statement));
    if (loop)
      return this.oldCode.leave(statement, 'loop', 'components that a loop registers are not known before a run');
    try {
      this.#requireKept(call);
      this.#requireOpen(call);
      const low = method === 'setRequestHandler' ? this.migration.lowLevel(call, this.members.writing) : undefined;
      if (method === 'setRequestHandler') {
        if (!low)
          return this.oldCode.leave(
            statement,
            'setRequestHandler',
            'the handler of this request has no equivalent here',
          );
        this.members.writing.declarations.push(...low.declarations);
        for (const component of low.components) this.members.publish(this.#guarded(component, call));
        return '';
      }
      const component = readCall(this.members.reading, call, method);
      this.#importZod(component);
      this.members.publish(this.#guarded(component, call));
      return '';
    } catch (error) {
      return this.oldCode.leaveFor(error, statement, nameIn(call).name);
    }
  }

  /** @throws Untranslated for a handler with a name that is gone with the server */
  #requireKept(call: CallExpression): void {
    for (const given of call.getArguments()) {
      const gone = this.uses.goneIn(given) ?? this.#serverIn(given);
      if (gone)
        throw new Untranslated(gone, 'server', `the handler uses \`${gone.getText()}\`, which is gone with the server`);
      const local = unreachableIn(given);
      if (local)
        throw new Untranslated(local, 'function', `the handler uses \`${local.getText()}\`, which only the set-up has`);
    }
  }

  /** @throws Untranslated for a component that is disabled before the server starts: it was open to nobody */
  #requireOpen(call: CallExpression): void {
    const closing = closingCall(call, (node) => this.uses.registrationIn(node) === node);
    if (!closing || !Node.isCallExpression(closing)) return;
    const name = calledName(closing);
    throw new Untranslated(
      closing,
      name,
      `${name}() closes it, and nothing here opens it again: publish it with \`scopes\`, or with a check in \`onCall\``,
    );
  }

  /** The server in an argument that is no function: the text of a function is rewritten without it. */
  #serverIn(given: Node): Node | undefined {
    if (isWritten(resolve(given))) return undefined;
    return given.getDescendants().find((one) => Node.isIdentifier(one) && this.migration.servers.isServer(one));
  }

  /** A file whose schemas are all declared elsewhere has no zod, which the method of a raw shape needs. */
  #importZod(component: Component): void {
    if (component.kind !== 'tool' || component.oldSchema?.startsWith('z.') !== true) return;
    const imports = (file: SourceFile): readonly ImportDeclaration[] =>
      file.getImportDeclarations().filter((one) => /^zod(\/|$)/.test(one.getModuleSpecifierValue()));
    const isThere =
      this.file.getImportDeclarations().some((one) => namesOf(one).includes('z')) ||
      /\bz\b[^\n]*require\(/.test(this.file.getText());
    const module = this.migration.files.flatMap(imports)[0]?.getModuleSpecifierValue() ?? 'zod';
    if (!isThere) this.imports.add(`import { z } from '${module}';`);
  }

  /** Adds the conditions of a registration to its component. */
  #guarded(component: Component, call: CallExpression): Component {
    const guards = writeGuards(this.migration, this.file, component, call);
    if (!guards) return component;
    const outcome = guards.isComplete
      ? 'it is always listed now, and calls are refused otherwise'
      : 'it is always published now';
    this.migration.report(component.at, {
      message: `it was registered only if \`${guards.says}\`: ${outcome}`,
      severity: 'warning',
      construct: 'if',
      name: component.name,
    });
    for (const line of guards.imports) this.imports.add(line);
    if (guards.statements.length > 0) this.members.writing.helpers.add('requireRegistered');
    return { ...component, lead: [...guards.statements, ...(component.lead ?? [])] };
  }

  /** Reports a change of a component after its registration. */
  reportChange(call: Node): void {
    const method = Node.isCallExpression(call) ? calledName(call) : 'update';
    const { name } = this.uses.nameBehind(call);
    const isClosed = method === 'disable' || method === 'remove';
    if (isClosed && !this.migration.published.has(`tool ${name ?? ''}`)) return;
    const renamed = Node.isCallExpression(call)
      ? textOf(memberOf(resolve(call.getArguments()[0] ?? call), 'name'))
      : undefined;
    for (const one of new Set([name, renamed ?? name]))
      this.migration.report(call, {
        message: `${method}() of a registration is not applied: nothing changes a component while the plugin runs`,
        severity: 'warning',
        construct: method,
        ...(one !== undefined && { name: one }),
      });
  }
}

function namesOf(one: ImportDeclaration): readonly string[] {
  const named = one.getNamedImports().map((name) => name.getAliasNode()?.getText() ?? name.getName());
  return [...named, one.getDefaultImport()?.getText() ?? '', one.getNamespaceImport()?.getText() ?? ''];
}
