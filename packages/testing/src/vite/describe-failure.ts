/**
 * Formats a plugin's build errors for Vite.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDiagnostics, isError, type Diagnostic } from '@sigil/codegen';

/** The form of an error that Vite shows: the message lists all problems, with the place of the first. */
export interface ViteFailure {
  readonly message: string;
  readonly id: string;
  /** Lines count from 1, columns from 0. */
  readonly loc: { readonly file: string; readonly line: number; readonly column: number };
}

/** @param diagnostics at least one, in the order of their places */
export function describeFailure(folder: string, diagnostics: readonly Diagnostic[]): ViteFailure | string {
  const first = diagnostics.find(isError);
  if (!first) return 'the plugin could not be read';
  const message = `the plugin has errors\n\n${formatDiagnostics(diagnostics, { readSource: (file) => findText(join(folder, file)) })}`;
  const file = join(folder, first.file);
  return { message, id: file, loc: { file, line: first.line, column: first.column - 1 } };
}

function findText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // An error without the source text has no code frame.
    return undefined;
  }
}
