/**
 * The exports that show diagnostics. They load no compiler.
 */
export { countBySeverity, formatDiagnostics, frameOf, type DiagnosticPart } from './diagnostics/format-diagnostic.js';
export type { Diagnostic } from './model/diagnostic.js';
