/**
 * The imports of a written module: those of the old file whose names are still used, and others that its code needs now.
 */
import type { ExportDeclaration, ImportDeclaration, SourceFile } from 'ts-morph';
import { withoutComments } from './module-text.js';

/** Collects the imports of one file. */
export class ModuleImports {
  readonly #added: string[] = [];

  /** `isReplaced` recognises names that the written module has from elsewhere. */
  constructor(
    private readonly file: SourceFile,
    private readonly moduleOf: (module: string) => string,
    private readonly isReplaced: (module: string, name: string) => boolean,
  ) {}

  /** Adds the text of an import. */
  add(text: string): void {
    this.#added.push(text);
  }

  /** Returns the module that a re-export names, as the plugin names it. */
  specifierOf(one: ExportDeclaration): string | undefined {
    const module = one.getModuleSpecifierValue();
    return module === undefined ? undefined : this.moduleOf(module);
  }

  /** Returns whether the old file imports a name that stays. */
  has(name: string): boolean {
    return this.file
      .getImportDeclarations()
      .some((one) =>
        one
          .getNamedImports()
          .some(
            (named) =>
              (named.getAliasNode()?.getText() ?? named.getName()) === name &&
              !this.isReplaced(one.getModuleSpecifierValue(), named.getName()),
          ),
      );
  }

  /** Lists the imports of the old file that a text still uses, with what it uses of them. */
  used(text: string): readonly { readonly declaration: ImportDeclaration; readonly text: string }[] {
    const isUsed = usageOf(text);
    return this.file.getImportDeclarations().flatMap((one) => {
      const module = one.getModuleSpecifierValue();
      const named = one
        .getNamedImports()
        .filter((name) => isUsed(name.getAliasNode()?.getText() ?? name.getName()))
        .filter((name) => !this.isReplaced(module, name.getName()));
      const byDefault = one.getDefaultImport();
      const all = one.getNamespaceImport();
      const hasNames = one.getNamedImports().length > 0 || byDefault || all;
      const type = one.isTypeOnly() ? 'type ' : '';
      const from = this.#specifier(one);
      if (!hasNames) return [{ declaration: one, text: `import ${from};` }];
      const parts = [
        ...(byDefault && isUsed(byDefault.getText()) ? [byDefault.getText()] : []),
        ...(all && isUsed(all.getText()) ? [`* as ${all.getText()}`] : []),
        ...(named.length > 0 ? [`{ ${named.map((name) => name.getText()).join(', ')} }`] : []),
      ];
      return parts.length === 0 ? [] : [{ declaration: one, text: `import ${type}${parts.join(', ')} from ${from};` }];
    });
  }

  /** Writes the imports whose names a text uses. */
  write(text: string): string[] {
    const isUsed = usageOf(text);
    const added = this.#added
      .filter((line) => namesOfImport(line).some(isUsed))
      .map((line) => narrowImport(line, isUsed));
    return [...this.used(text).map((one) => one.text), ...joined([...new Set(added)])];
  }

  #specifier(one: ImportDeclaration): string {
    const given = one.getModuleSpecifierValue();
    const module = this.moduleOf(given);
    return module === given ? one.getModuleSpecifier().getText() : `'${module}'`;
  }
}

/** Joins imports of names from one module. */
function joined(lines: readonly string[]): readonly string[] {
  const names = new Map<string, string[]>();
  for (const line of lines) {
    const [, inner, module] = /^import \{ (.*) \} from '(.*)';$/.exec(line) ?? [];
    const key = module === undefined ? line : module;
    names.set(key, [...(names.get(key) ?? []), ...(inner === undefined ? [] : [inner])]);
  }
  return [...names].map(([key, all]) => (all.length === 0 ? key : `import { ${all.join(', ')} } from '${key}';`));
}

function usageOf(text: string): (name: string) => boolean {
  const code = withoutComments(text);
  return (name) => new RegExp(`(?<![.\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(code);
}

function namesOfImport(line: string): string[] {
  const inner = /\{([^}]*)\}/.exec(line)?.[1];
  if (inner === undefined) return [/^import (\w+)/.exec(line)?.[1] ?? ''];
  return inner.split(',').map((part) => localName(part));
}

function narrowImport(line: string, isUsed: (name: string) => boolean): string {
  return line.replace(/\{([^}]*)\}/, (_whole, inner: string) => {
    const parts = inner.split(',').map((part) => part.trim());
    return `{ ${parts.filter((part) => isUsed(localName(part))).join(', ')} }`;
  });
}

/** The name that a part of an import declares: `b` for `a as b`, `T` for `type T`. */
function localName(part: string): string {
  return (
    part
      .trim()
      .split(/\s+as\s+/)
      .at(-1) ?? ''
  ).replace(/^type /, '');
}
