/**
 * Writes the arguments of set-up functions and constructors, whose bodies become statements of the module.
 */
import { type CallExpression, type ClassDeclaration, Node, type SourceFile } from 'ts-morph';
import { usesName } from '../handlers/function-text.js';
import type { Written } from '../handlers/returns.js';
import { isAssigned } from '../source/assignments.js';
import { moveText, usesLocals } from '../source/moved-text.js';
import { Untranslated } from '../untranslated.js';
import type { ClassMembers } from './class-members.js';
import type { Migration } from './migration.js';
import type { ModuleImports } from './module-imports.js';

/** The arguments of the set-up functions of one file. */
export class SetUpArguments {
  constructor(
    private readonly migration: Migration,
    private readonly file: SourceFile,
    private readonly members: ClassMembers,
    private readonly imports: ModuleImports,
  ) {}

  /** Declares the parameters of a set-up function as constants. @throws Untranslated for a value that depends on a run */
  bind(fn: Written, call: CallExpression | undefined): readonly string[] {
    const body = fn.getBody();
    return fn.getParameters().flatMap((parameter, index) => {
      if (this.migration.servers.holders.has(parameter)) return [];
      const given = call?.getArguments()[index];
      const names = boundNames(parameter.getNameNode());
      const isUsed = body !== undefined && names.some((name) => usesName(body, name));
      const keyword = body !== undefined && names.some((name) => assigns(body, name)) ? 'let' : 'const';
      const declared = `${keyword} ${parameter.getNameNode().getText()}`;
      if (!given && call === undefined && isUsed) {
        const imported = this.migration.argumentOf(fn, index);
        if (imported?.import !== undefined) this.imports.add(imported.import);
        if (imported?.name !== undefined && !Node.isIdentifier(parameter.getNameNode()))
          return [`${declared} = ${imported.name};`];
        for (const line of imported?.imports ?? []) this.imports.add(line);
        if (imported?.value === parameter.getName()) return [];
        if (imported?.value !== undefined) return [`${declared} = ${imported.value};`];
        if (imported) return [];
      }
      if (!given && parameter.getInitializer() === undefined && !parameter.isOptional() && isUsed)
        throw new Untranslated(
          fn,
          'function',
          `the set-up gets \`${parameter.getName()}\` from a call whose arguments depend on a run`,
        );
      const value = given?.getText() ?? parameter.getInitializer()?.getText() ?? 'undefined';
      return value === parameter.getName() ? [] : [`${declared} = ${value};`];
    });
  }

  /** The value that the only construction of a class gives its constructor. @throws Untranslated for one that depends on a run */
  ofConstructor(one: ClassDeclaration, index: number): string {
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
}

/** Whether a body gives a name another value. */
function assigns(body: Node, name: string): boolean {
  return body.getDescendants().some((one) => Node.isIdentifier(one) && one.getText() === name && isAssigned(one));
}

/** The names that a parameter declares. */
function boundNames(name: Node): readonly string[] {
  if (Node.isIdentifier(name)) return [name.getText()];
  return name.getDescendants().flatMap((one) => (Node.isBindingElement(one) ? boundNames(one.getNameNode()) : []));
}
