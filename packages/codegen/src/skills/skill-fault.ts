/**
 * Makes the diagnostics of skills, with places in their files.
 */
import { diagnosticCodes, type DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import type { Diagnostic } from '../model/diagnostic.js';
import { inPlugin } from './skill-files.js';

/** A part of a file's text, in UTF-16 units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** A fault in a file below `skills/`. */
export interface SkillFault {
  readonly code: DiagnosticCode;
  readonly message: string;
  /** The path below `skills/`. */
  readonly path: string;
  /** Default: the remedy of the code. */
  readonly fix?: string;
}

/** Makes the diagnostic of a whole file, which points at its start. */
export function faultOfFile({ code, message, path, fix }: SkillFault): Diagnostic {
  return {
    code,
    message,
    fix: fix ?? diagnosticCodes[code].remedy,
    file: inPlugin(path),
    line: 1,
    column: 1,
    length: 1,
  };
}

/** Makes the diagnostic of a part of a file, which ends with its first line. */
export function faultAt(text: string, { from, to }: TextRange, fault: SkillFault): Diagnostic {
  const before = text.slice(0, from).split('\n');
  const marked = text.slice(from, to).split(/\r?\n/, 1)[0] ?? '';
  const column = (before.at(-1)?.length ?? 0) + 1 - (before.length === 1 && text.startsWith('\uFEFF') ? 1 : 0);
  return {
    ...faultOfFile(fault),
    line: before.length,
    column: Math.max(1, column),
    length: Math.max(1, marked.length),
  };
}
