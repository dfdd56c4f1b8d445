/**
 * Writes the exports and re-exports of a file without the names that are gone with the server, and the statements of CommonJS as ES modules
 * have them.
 */
import { type ExportDeclaration, Node, type SourceFile, type Statement } from 'ts-morph';
import { isWritten } from '../handlers/returns.js';
import type { ServerUses } from '../readers/server-uses.js';
import { exportedNames, requiredImports } from '../source/common-js.js';
import { statementText } from '../source/statement-text.js';
import type { Migration } from './migration.js';
import type { ModuleImports } from './module-imports.js';

/** The exports of one file. */
export class ModuleExports {
  constructor(
    private readonly migration: Migration,
    private readonly file: SourceFile,
    private readonly uses: ServerUses,
    private readonly imports: ModuleImports,
  ) {}

  /** Rewrites an export, a `require` or `'use strict'`; `undefined` for other statements. */
  commonJs(statement: Statement): string | undefined {
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

  /** Writes a re-export; an empty text if nothing of it is left. */
  reexport(statement: Node): string {
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
