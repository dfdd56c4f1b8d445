/**
 * Makes the diagnostics of views' sources.
 */
import type { DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import { diagnosticCodes } from '../diagnostics/diagnostic-codes.js';
import type { Diagnostic, DiagnosticSeverity } from '../model/diagnostic.js';

/** A fault at a part of a text, in UTF-16 units. */
export interface ViewFault {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** Default: the remedy of the code. */
  readonly fix?: string;
  /** Default: error. */
  readonly severity?: DiagnosticSeverity;
  readonly start: number;
  readonly end: number;
}

/** Makes the diagnostic; `file` is relative to the plugin's folder, and `text` its content. A range of several lines ends with its first. */
export function diagnoseView(file: string, text: string, fault: ViewFault): Diagnostic {
  const { code, message, severity, start, end, fix = diagnosticCodes[code].remedy } = fault;
  const before = text.slice(0, start).split('\n');
  const marked = text.slice(start, end).split(/\r?\n/, 1)[0] ?? '';
  return {
    code,
    ...(severity && { severity }),
    message,
    fix,
    file,
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
    length: Math.max(1, marked.length),
  };
}
