/**
 * Shows what is wrong with a plugin's source, with the lines it is about, as paths that an editor can open.
 */
import { readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { formatDiagnostics, type BuildResult, type DiagnosticPart } from '@sigil/codegen';
import type { Palette } from '../terminal/palette.js';
import type { Terminal } from '../terminal/terminal.js';

export function printDiagnostics({ folder, diagnostics }: BuildResult, { err, cwd }: Terminal): void {
  const shown = diagnostics.map((it) => ({ ...it, file: join(relative(cwd, folder), it.file) }));
  const readSource = (file: string): string | undefined => readIfThere(resolve(cwd, file));
  err.line(formatDiagnostics(shown, { readSource, paint: (part, text) => paintPart(part, text, err.paint) }));
}

function paintPart(part: DiagnosticPart, text: string, paint: Palette): string {
  if (part === 'place') return paint.cyan(text);
  if (part === 'error' || part === 'mark') return paint.red(text);
  if (part === 'fix') return paint.green(text);
  return paint.dim(text);
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // A diagnostic without its line is still one; the file may be what is missing.
    return undefined;
  }
}
