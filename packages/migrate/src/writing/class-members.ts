/**
 * The members of the class that is written for one file, and the class around them.
 */
import type { SourceFile } from 'ts-morph';
import type { Migration } from './migration.js';
import type { Component, Dialect, Severity } from '../model.js';
import type { CallReading } from '../readers/call-reading.js';
import { openZodReading } from '../schemas/read-zod.js';
import { isTypeOf, pascal } from '../schemas/type-names.js';
import type { ZodReading } from '../schemas/zod-reading.js';
import { Untranslated } from '../untranslated.js';
import type { ClassWriting } from './class-writing.js';
import { writeComponent } from './component-writer.js';
import { TypeWriter } from './type-writer.js';

/** The published methods of one file. */
export class ClassMembers {
  readonly zod: ZodReading;
  readonly writing: ClassWriting;
  /** Texts of the published methods. */
  readonly methods: string[] = [];
  /** Set if the module awaits something. */
  hasAwait = false;
  readonly #dialects = new Set<Dialect>();
  /** The component that is written. */
  #current: Component | undefined;

  constructor(
    private readonly migration: Migration,
    private readonly file: SourceFile,
  ) {
    this.zod = openZodReading(migration.version, file);
    this.writing = {
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
  }

  /** The parts of this file that readers of registrations need. */
  get reading(): CallReading {
    const report = (severity: Severity): CallReading['warn'] => {
      return (at, construct, message, name) => this.migration.report(at, { message, severity, name, construct });
    };
    return { zod: this.zod, warn: report('warning'), note: report('note') };
  }

  /** Adds a component as a method. @throws Untranslated */
  publish(component: Component): void {
    this.methods.push(this.write(component));
  }

  /** Writes a component as a method. @throws Untranslated */
  write(component: Component): string {
    const key = component.kind === 'resource' ? `resource ${component.uri}` : `${component.kind} ${component.name}`;
    if (this.migration.published.has(key))
      throw new Untranslated(
        component.at,
        'name',
        `the ${key} is registered twice in this folder: one plugin publishes it once`,
      );
    this.#dialects.add(component.dialect);
    this.#current = component;
    const text = writeComponent(this.writing, component);
    this.migration.published.add(key);
    return text;
  }

  #reportLostText(text: string): void {
    this.migration.report(this.#current?.at ?? this.file, {
      message: `a description has line breaks, tags or marks that a doc comment does not keep: ${JSON.stringify(text.slice(0, 60))}`,
      severity: 'warning',
      construct: 'describe',
      ...(this.#current && { name: this.#current.name }),
    });
  }

  /** Writes the wrapper around every call, once in a folder. */
  errorWrapper(): string {
    if (this.migration.hasErrors) return '';
    this.migration.hasErrors = true;
    const { helper, parameter, given } = this.#errorHelper();
    this.migration.helpers.add(helper);
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

  /** The function that turns errors of old handlers into those that callers read, and what it needs of a call. */
  #errorHelper(): { readonly helper: string; readonly parameter: string; readonly given: string } {
    if (this.#dialects.has('fastmcp'))
      return {
        helper: 'describeFastError',
        parameter: '{ kind, name }: { kind: string; name: string }',
        given: 'kind, name',
      };
    if (this.#dialects.has('low-level'))
      return { helper: 'describeError', parameter: '_call: unknown', given: "'request'" };
    const helper = this.migration.hidesErrors ? 'describeNestError' : 'describeError';
    return { helper, parameter: '{ kind }: { kind: string }', given: 'kind' };
  }

  #startMethod(): string {
    return this.hasAwait
      ? '  /** The module is loaded before the plugin serves, so that what it awaits is ready. */\n  start(): void {}\n'
      : '';
  }

  /** Writes a class of its own for the components; the words name it, if they are not those of the file. */
  writeClass(words?: string): string {
    const base = this.file.getBaseNameWithoutExtension().replace(/\.(server|mcp)$/, '');
    const wanted = /^(index|main|server|app|mcp)$/.test(base) ? 'Server' : pascal(base);
    const named = wanted === 'Server' ? 'Components' : wanted;
    const name = this.#freeClassName(words === undefined ? named : pascal(words));
    return `export class ${name} {\n${[...this.methods, this.errorWrapper(), this.#startMethod()].filter((part) => part !== '').join('\n')}}\n`;
  }

  /** Notes the name of a class that the old server has; one without a name gets one. */
  claimClassName(given: string | undefined): string {
    const name = given ?? this.#freeClassName('Components');
    this.migration.classNames.add(name);
    return name;
  }

  #freeClassName(wanted: string): string {
    for (let count = 1; ; count++) {
      const name = count === 1 ? wanted : `${wanted}${count}`;
      const isTaken =
        isTypeOf(this.file, name) ||
        this.file.getVariableDeclaration(name) ||
        this.file.getFunction(name) ||
        this.migration.classNames.has(name) ||
        this.writing.types.declarations.some((one) => new RegExp(`(interface|type) ${name}\\b`).test(one));
      if (isTaken) continue;
      this.migration.classNames.add(name);
      return name;
    }
  }
}
