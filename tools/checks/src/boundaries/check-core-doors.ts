/**
 * Keeps the entries of `@sigil/core` apart: each name has one entry.
 */
import ts from 'typescript';
import type { Problem } from '../problem.ts';
import { lineOf, parseSource } from '../workspace/parse-source.ts';
import type { SourceFile } from '../workspace/source-file.ts';

/** Names of authors that a build needs too, without loading the decorators. */
const alsoBuilding: ReadonlySet<string> = new Set(['isJsonObject']);

interface ExportedName {
  readonly name: string;
  readonly file: string;
  readonly line: number;
}

/** @param doors the files behind the exports of core: those directly in its `src` */
export function checkCoreDoors(doors: readonly SourceFile[]): Problem[] {
  const names = doors.flatMap((door) => exportedNames(door));
  const first = new Map(names.toReversed().map((exported) => [exported.name, exported]));
  const repeated = names.filter(
    (exported) => first.get(exported.name) !== exported && !alsoBuilding.has(exported.name),
  );
  return repeated.map(({ name, file, line }) => ({
    file,
    line,
    message: `"${name}" has a door already: ${first.get(name)?.file}`,
  }));
}

/** Returns all names in the export lists of an entry. */
function exportedNames(door: SourceFile): ExportedName[] {
  const tree = parseSource(door);
  return tree.statements.filter(ts.isExportDeclaration).flatMap(({ exportClause }) => {
    if (!exportClause || !ts.isNamedExports(exportClause)) return [];
    return exportClause.elements.map((element) => ({
      name: element.name.text,
      file: door.path,
      line: lineOf(tree, element),
    }));
  });
}
