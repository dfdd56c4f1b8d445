/**
 * Writes diagnostics for programs, as JSON.
 */
import type { Diagnostic } from '../model/diagnostic.js';

/**
 * Writes `{ "diagnostics": […] }`, each with its code, severity, message, fix, file, line, column and length, in the order
 * given; no line break at the end. Lines and columns count from 1, columns and length in UTF-16 units.
 */
export function formatDiagnosticsJson(diagnostics: readonly Diagnostic[]): string {
  return JSON.stringify({ diagnostics: diagnostics.map(writeDiagnostic) }, undefined, 2);
}

/** Copies each member by name, so that the order is always the same and no other member is included. */
function writeDiagnostic(diagnostic: Diagnostic): Required<Omit<Diagnostic, 'correction'>> {
  const { code, severity = 'error', message, fix, file, line, column, length } = diagnostic;
  return { code, severity, message, fix, file, line, column, length };
}
