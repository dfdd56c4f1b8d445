/**
 * Reads from a module's declarations whether a name is a value or only a type, as TypeScript decides which imports to keep.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';

/** A name that `importer` imports from the module `specifier`. */
export interface ImportedName {
  readonly specifier: string;
  readonly name: string;
  /** The absolute path of a source. */
  readonly importer: string;
}

/** Returns what the declarations say of the name; undefined if there are none, or if they do not know it. */
export function declaredMeaning(
  { specifier, name, importer }: ImportedName,
  options: ts.CompilerOptions,
): 'value' | 'type' | undefined {
  const written: ts.CompilerOptions = { ...options, noLib: true, types: [], noEmit: true, allowJs: false };
  const host = compiler.createCompilerHost(written);
  const probe = `import { ${JSON.stringify(name)} as probe } from ${JSON.stringify(specifier)};`;
  const { getSourceFile } = host;
  // In the importer's place, so that the module is found as the importer finds it.
  host.getSourceFile = (path, version, ...rest) =>
    path === root ? compiler.createSourceFile(path, probe, version, true) : getSourceFile(path, version, ...rest);
  const root = importer.replaceAll('\\', '/').replace(/\.([cm]?)jsx?$/, '.$1ts');
  const program = compiler.createProgram([root], written, host);
  const checker = program.getTypeChecker();
  const [statement] = program.getSourceFile(root)?.statements ?? [];
  const symbol = statement && checker.getSymbolAtLocation(importedIn(statement));
  const found = symbol && checker.getAliasedSymbol(symbol);
  if (!found || checker.isUnknownSymbol(found)) return undefined;
  return found.flags & compiler.SymbolFlags.Value ? 'value' : 'type';
}

/** Returns the local name of the one import in the statement. */
function importedIn(statement: ts.Statement): ts.Node {
  const bindings = compiler.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
  return (bindings && compiler.isNamedImports(bindings) ? bindings.elements[0]?.name : undefined) ?? statement;
}
