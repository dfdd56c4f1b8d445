/**
 * The imports of a written module: those of the old file whose names are still used, CommonJS among them.
 */
import type { ImportDeclaration, SourceFile } from 'ts-morph';
import { withoutComments } from './module-text.js';

/** Collects the imports of one file. */
export class ModuleImports {
  readonly #required: string[] = [];

  constructor(private readonly file: SourceFile) {}

  /** Adds the text of an import. */
  add(text: string): void {
    this.#required.push(text);
  }

  /** Returns whether the old file imports a name. */
  has(name: string): boolean {
    return this.file
      .getImportDeclarations()
      .some((one) =>
        one.getNamedImports().some((named) => (named.getAliasNode()?.getText() ?? named.getName()) === name),
      );
  }

  /** The imports of the old file whose names are still used. */
  write(text: string): string[] {
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
}

/** Classes of FastMCP that the results module has instead. */
function isReplaced(declaration: ImportDeclaration, name: string): boolean {
  return declaration.getModuleSpecifierValue() === 'fastmcp' && name === 'UserError';
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
