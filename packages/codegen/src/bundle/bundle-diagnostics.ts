/**
 * Converts the bundler's messages to diagnostics.
 */
import type { Location, Message } from 'esbuild';
import { diagnosticCodes, type DiagnosticCode } from '../diagnostics/diagnostic-codes.js';
import type { Diagnostic } from '../model/diagnostic.js';

/** Returns one diagnostic for each message; a message without a place is reported at package.json. */
export function bundleDiagnostics(messages: readonly Pick<Message, 'text' | 'location'>[]): readonly Diagnostic[] {
  return messages.map((message) => ({ ...describe(message), ...placeOfLocation(message.location) }));
}

function describe({ text }: Pick<Message, 'text'>): Pick<Diagnostic, 'code' | 'message' | 'fix'> {
  const code: DiagnosticCode = /awaits at its top level|top-level await/i.test(text) ? 'SIGIL091' : 'SIGIL090';
  return { code, message: text, fix: diagnosticCodes[code].remedy };
}

function placeOfLocation(location: Location | null): Pick<Diagnostic, 'file' | 'line' | 'column' | 'length'> {
  if (!location) return { file: 'package.json', line: 1, column: 1, length: 1 };
  const { file, line, column, length, lineText } = location;
  const start = unitsOf(lineText, column);
  const units = unitsOf(lineText, column + length) - start;
  return { file, line, column: start + 1, length: Math.max(1, units) };
}

/** Converts a column: the bundler counts bytes of UTF-8, editors count UTF-16 units. */
function unitsOf(text: string, bytes: number): number {
  return Buffer.from(text).subarray(0, bytes).toString().length;
}
