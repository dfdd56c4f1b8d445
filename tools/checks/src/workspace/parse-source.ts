/**
 * Parses one source file, and lists its imports of any form: static, dynamic, re-export, type-only.
 */
import ts from 'typescript';
import type { SourceFile } from './source-file.ts';

/** One imported module, as spelled in the file. */
export interface ImportedModule {
  readonly specifier: string;
  readonly line: number;
}

/** Returns the syntax tree, with parent links. */
export function parseSource(file: SourceFile): ts.SourceFile {
  return ts.createSourceFile(file.path, file.text, ts.ScriptTarget.ES2022, true);
}

const known = new WeakMap<SourceFile, readonly ImportedModule[]>();

/** Returns every imported module, type-only ones included, in source order. A file is parsed once. */
export function importsOf(file: SourceFile): readonly ImportedModule[] {
  const imports = known.get(file) ?? readImports(file);
  known.set(file, imports);
  return imports;
}

/** Uses the compiler's scanner of imports, which is ten times faster than a syntax tree. */
function readImports({ text }: SourceFile): ImportedModule[] {
  let line = 1;
  let counted = 0;
  return ts.preProcessFile(text, true, false).importedFiles.map(({ fileName, pos }) => {
    for (; counted < pos; counted++) if (text[counted] === '\n') line++;
    return { specifier: fileName, line };
  });
}

/** Returns the line number, from 1. */
export function lineOf(tree: ts.SourceFile, node: ts.Node): number {
  return tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
}
