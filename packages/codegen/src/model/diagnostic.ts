/**
 * One problem in a plugin's source, with its place and its fix.
 */

/**
 * An `error` refuses the plugin; a `warning` is for its author to judge; a `note` explains what the build made of a declaration
 * that the author cannot edit.
 */
export type DiagnosticSeverity = 'error' | 'warning' | 'note';

/** An edit of the diagnostic's file that mends the problem as its fix says. */
export interface Correction {
  /** Lines and columns count from 1, columns and length in UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** The number of characters to replace, within the line; 0 for an insertion. */
  readonly length: number;
  readonly text: string;
}

/** Lines and columns count from 1; `file` is relative to the plugin's folder, with `/`. */
export interface Diagnostic {
  /**
   * `SIGIL` and three digits, with a section in `docs/reference/diagnostics.md`; or a rule of a client, with a section in
   * `docs/reference/client-targets.md`.
   */
  readonly code: string;
  /** Default: error. */
  readonly severity?: DiagnosticSeverity;
  readonly message: string;
  /** The suggested correction. */
  readonly fix: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The number of characters from the column on; at least 1. */
  readonly length: number;
  /** Present where the fix is mechanical. */
  readonly correction?: Correction;
}

/** Returns whether any of the diagnostics prevents the plugin from being built. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(isError);
}

/** Returns whether the diagnostic prevents the plugin from being built. */
export function isError({ severity = 'error' }: Diagnostic): boolean {
  return severity === 'error';
}
