/**
 * One thing that is wrong with a plugin's source, with its place and what to do about it.
 */

/**
 * A plugin with an `error` is refused; a `warning` is for its author to judge; a `note` tells what the build made of a declaration that
 * the author cannot edit.
 */
export type DiagnosticSeverity = 'error' | 'warning' | 'note';

/** Lines and columns count from 1; `file` is relative to the plugin's folder, with `/`. */
export interface Diagnostic {
  /** `SIGIL` and three digits; each has its section in `docs/reference/diagnostics.md`. */
  readonly code: string;
  /** An error where it is absent; a build has errors and notes. */
  readonly severity?: DiagnosticSeverity;
  readonly message: string;
  /** The words to write instead. */
  readonly fix: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The number of characters from the column on that are meant; at least 1. */
  readonly length: number;
}

/** Returns whether any of the diagnostics keeps the plugin from being built. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(isError);
}

/** Returns whether the diagnostic keeps the plugin from being built. */
export function isError({ severity = 'error' }: Diagnostic): boolean {
  return severity === 'error';
}
