/**
 * Reads from a module's declarations whether names are values or only types, as TypeScript decides which imports to keep.
 */
import type { ts } from 'ts-morph';
import { compiler } from '../reader/program/compiler.js';

/** Names that `importer` imports from the module `specifier`. */
export interface ImportedNames {
  readonly specifier: string;
  readonly names: readonly string[];
  /** The absolute path of a source. */
  readonly importer: string;
}

/** Returns which of the names the module declares, and what they are; none if it has no declarations. */
export function declaredMeanings(
  { specifier, names, importer }: ImportedNames,
  options: ts.CompilerOptions,
): ReadonlyMap<string, 'value' | 'type'> {
  const written: ts.CompilerOptions = { ...options, noLib: true, types: [], noEmit: true, allowJs: false };
  const host = compiler.createCompilerHost(written);
  const imports = names.map((name, index) => `${JSON.stringify(name)} as name_${index}`);
  const probe = `import { ${imports.join(', ')} } from ${JSON.stringify(specifier)};`;
  const { getSourceFile } = host;
  // In the importer's place, so that the module is found as the importer finds it.
  const root = importer.replaceAll('\\', '/').replace(/\.([cm]?)jsx?$/, '.$1ts');
  host.getSourceFile = (path, version, ...rest) =>
    path === root ? compiler.createSourceFile(path, probe, version, true) : getSourceFile(path, version, ...rest);
  const program = compiler.createProgram([root], written, host);
  const checker = program.getTypeChecker();
  const [statement] = program.getSourceFile(root)?.statements ?? [];
  const found = importedBy(statement).flatMap(({ name }, index) => {
    const symbol = checker.getSymbolAtLocation(name);
    const target = symbol && checker.getAliasedSymbol(symbol);
    if (!target || checker.isUnknownSymbol(target)) return [];
    return [[names[index]!, target.flags & compiler.SymbolFlags.Value ? 'value' : 'type'] as const];
  });
  return new Map(found);
}

function importedBy(statement: ts.Statement | undefined): readonly ts.ImportSpecifier[] {
  if (!statement || !compiler.isImportDeclaration(statement)) return [];
  const bindings = statement.importClause?.namedBindings;
  return bindings && compiler.isNamedImports(bindings) ? bindings.elements : [];
}
