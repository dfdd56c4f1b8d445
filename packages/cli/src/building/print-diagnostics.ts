/**
 * Shows the diagnostics of a plugin's source, with the lines they refer to and paths that an editor can open.
 */
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { formatDiagnostics, type Diagnostic, type DiagnosticPart } from '@sigil/codegen/diagnostics';
import type { Palette } from '../terminal/palette.js';
import type { Output, Terminal } from '../terminal/terminal.js';

/** A plugin's folder, and what was found in it. */
export interface FoundDiagnostics {
  readonly folder: string;
  readonly diagnostics: readonly Diagnostic[];
}

export function printDiagnostics({ folder, diagnostics }: FoundDiagnostics, { err, cwd }: Terminal): void {
  writeDiagnostics(diagnosticsFrom(diagnostics, folder, cwd), { cwd, output: err });
}

/** Converts the diagnostics of a plugin in `folder` to files relative to `cwd`. */
export function diagnosticsFrom(diagnostics: readonly Diagnostic[], folder: string, cwd: string): Diagnostic[] {
  return diagnostics.map((it) => ({ ...it, file: join(relative(cwd, folder), it.file) }));
}

/**
 * Writes diagnostics whose files are relative to `cwd`.
 *
 * @param counts the counts in the last line, if it counts more than the diagnostics shown
 */
export function writeDiagnostics(
  diagnostics: readonly Diagnostic[],
  { cwd, output, counts }: { readonly cwd: string; readonly output: Output; readonly counts?: string },
): void {
  const readSource = (file: string): string | undefined => readIfThere(resolve(cwd, file));
  output.line(
    formatDiagnostics(diagnostics, {
      readSource,
      paint: (part, text) => paintPart(part, text, output.paint),
      ...(counts !== undefined && { counts }),
    }),
  );
}

function paintPart(part: DiagnosticPart, text: string, paint: Palette): string {
  if (part === 'place') return paint.cyan(text);
  if (part === 'error' || part === 'mark') return paint.red(text);
  if (part === 'warning') return paint.yellow(text);
  if (part === 'note') return paint.dim(text);
  if (part === 'fix') return paint.green(text);
  return paint.dim(text);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A diagnostic without its line is still useful; the file itself may be missing.
    return undefined;
  }
}
