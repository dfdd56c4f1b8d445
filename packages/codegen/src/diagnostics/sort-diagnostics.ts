/**
 * Sorts diagnostics into display order: by file, line, column and code. Knows nothing of their meaning.
 */
import type { Diagnostic } from '../model/diagnostic.js';

/** Returns a stable sorted copy without exact duplicates. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const seen = new Set<string>();
  const distinct = diagnostics.filter((diagnostic) => {
    const key = JSON.stringify([
      diagnostic.file,
      diagnostic.line,
      diagnostic.column,
      diagnostic.code,
      diagnostic.message,
    ]);
    return !seen.has(key) && seen.add(key);
  });
  return distinct.sort(
    (a, b) => compareText(a.file, b.file) || a.line - b.line || a.column - b.column || compareText(a.code, b.code),
  );
}

/** Compares by UTF-16 code units, so that the order is the same in every locale. */
function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
