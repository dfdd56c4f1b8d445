/**
 * Finds the files of an xmcp server that are components, and the parts that their exports have.
 */
import { type FunctionDeclaration, Node, type Expression, type SourceFile } from 'ts-morph';
import { declarationOf, plain } from '../source/static-value.js';
import type { XmcpConfig } from './xmcp-config.js';

/** A file with a component. */
export interface ComponentFile {
  readonly kind: 'tool' | 'prompt' | 'resource';
  readonly file: SourceFile;
  /** The name of the file without its ending, which is the component's unless its metadata has one. */
  readonly name: string;
  /** The path from the folder of the kind. */
  readonly path: string;
}

const kinds = [
  ['tool', 'tools'],
  ['prompt', 'prompts'],
  ['resource', 'resources'],
] as const;

/** Lists the files in the folders of components; those without a default export are helpers. */
export function findComponentFiles(
  files: readonly SourceFile[],
  { folders }: XmcpConfig,
  pathOf: (file: SourceFile) => string,
): readonly ComponentFile[] {
  return kinds.flatMap(([kind, plural]) => {
    const folder = folders[plural];
    if (folder === undefined) return [];
    return files
      .filter((file) => pathOf(file).startsWith(`${folder}/`) && /\.tsx?$/.test(pathOf(file)))
      .filter((file) => file.getDefaultExportSymbol() !== undefined)
      .map((file) => ({
        kind,
        file,
        name: file.getBaseNameWithoutExtension(),
        path: pathOf(file).slice(folder.length + 1),
      }));
  });
}

/** The default export: a function, or an expression whose value is one. */
export function handlerIn(
  file: SourceFile,
): { readonly handler: FunctionDeclaration | Expression; readonly at: Node } | undefined {
  const declaration =
    file.getDefaultExportSymbol()?.getAliasedSymbol()?.getDeclarations()[0] ??
    file.getDefaultExportSymbol()?.getDeclarations()[0];
  if (!declaration) return undefined;
  if (Node.isFunctionDeclaration(declaration)) return { handler: declaration, at: declaration };
  if (Node.isVariableDeclaration(declaration)) {
    const value = declaration.getInitializer();
    return value && { handler: value, at: declaration };
  }
  if (!Node.isExportAssignment(declaration)) return undefined;
  const value = plain(declaration.getExpression());
  const named = Node.isIdentifier(value) ? declarationOf(value) : undefined;
  if (Node.isFunctionDeclaration(named)) return { handler: named, at: named };
  const held = Node.isVariableDeclaration(named) ? named.getInitializer() : undefined;
  return { handler: held ?? declaration.getExpression(), at: declaration };
}

/** The value of an exported constant: `schema`, `metadata` or `outputSchema`. */
export function exportedValue(file: SourceFile, name: string): Node | undefined {
  const [declaration] = file.getExportedDeclarations().get(name) ?? [];
  return Node.isVariableDeclaration(declaration) ? declaration.getInitializer() : undefined;
}
