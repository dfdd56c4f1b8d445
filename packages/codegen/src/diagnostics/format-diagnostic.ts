/**
 * Formats a diagnostic for people, in the compiler's own form so that editors link it, with a code frame and the fix.
 *
 * Does no input or output: the caller supplies the source line.
 */
import type { Diagnostic, DiagnosticSeverity } from '../model/diagnostic.js';

/** The role of a piece of the text, for choosing its colour. */
export type DiagnosticPart = 'place' | 'error' | 'warning' | 'note' | 'code' | 'frame' | 'mark' | 'fix';

/** Most severe first. */
const severities: readonly DiagnosticSeverity[] = ['error', 'warning', 'note'];

/** The style of a formatted diagnostic. */
export interface DiagnosticStyle {
  /** Returns the file's text; without it there is no code frame. */
  readonly readSource?: (file: string) => string | undefined;
  /** Colours a piece of text. Default: plain text. */
  readonly paint?: (part: DiagnosticPart, text: string) => string;
  /** The counts in the last line. Default: those of the diagnostics shown. */
  readonly counts?: string;
}

/** Writes `file:line:column - error CODE: message` (or `warning`, or `note`), the marked source line, and the fix; no line break at the end. */
export function formatDiagnostic(diagnostic: Diagnostic, style: DiagnosticStyle = {}): string {
  const paint = style.paint ?? ((_part, text) => text);
  return [formatWithoutFix(diagnostic, style), paint('fix', `  Fix: ${diagnostic.fix}`)].join('\n');
}

function formatWithoutFix(diagnostic: Diagnostic, style: DiagnosticStyle): string {
  const paint = style.paint ?? ((_part, text) => text);
  const place = paint('place', `${diagnostic.file}:${diagnostic.line}:${diagnostic.column}`);
  const { severity = 'error' } = diagnostic;
  const head = `${place} - ${paint(severity, severity)} ${paint('code', diagnostic.code)}: ${diagnostic.message}`;
  return [head, ...writeFrame(diagnostic, style)].join('\n');
}

/**
 * Writes a whole list with blank lines between, and a count at the end. A fix shared by several consecutive diagnostics comes
 * after the last.
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[], style: DiagnosticStyle = {}): string {
  if (diagnostics.length === 0) return '';
  const texts = diagnostics.map((diagnostic, index) => {
    const isRepeated = diagnostics[index + 1]?.fix === diagnostic.fix;
    return isRepeated ? formatWithoutFix(diagnostic, style) : formatDiagnostic(diagnostic, style);
  });
  return [...texts, `Found ${style.counts ?? countBySeverity(diagnostics)}.`].join('\n\n');
}

/** Returns text such as `2 errors, 1 warning, 3 notes`; zero counts are left out. */
export function countBySeverity(diagnostics: readonly Diagnostic[]): string {
  const parts = severities.flatMap((noun) => {
    const count = diagnostics.filter(({ severity = 'error' }) => severity === noun).length;
    return count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`];
  });
  return parts.join(', ');
}

/**
 * Returns the source line of a place and a line that marks it.
 *
 * @param readSource returns the file's text
 * @returns `undefined` if there is no such line
 */
export function frameOf(
  place: Pick<Diagnostic, 'file' | 'line' | 'column' | 'length'>,
  readSource: (file: string) => string | undefined,
): string | undefined {
  const lines = writeFrame(place, { readSource });
  return lines.length === 0 ? undefined : lines.join('\n');
}

function writeFrame(
  diagnostic: Pick<Diagnostic, 'file' | 'line' | 'column' | 'length'>,
  style: DiagnosticStyle,
): string[] {
  const line = style.readSource?.(diagnostic.file)?.split(/\r?\n/)[diagnostic.line - 1];
  if (line === undefined) return [];

  const paint = style.paint ?? ((_part, text) => text);
  const gutter = `${diagnostic.line} | `;
  const before = line.slice(0, diagnostic.column - 1);
  const marked = Math.max(1, Math.min(diagnostic.length, line.length - before.length));
  const indent = before.replace(/[^\t]/gu, (character) => ' '.repeat(columnsOf(character)));
  const underline = '^'.repeat(marked);
  return [
    `${paint('frame', gutter)}${line}`,
    `${paint('frame', `${' '.repeat(gutter.length - 2)}| `)}${indent}${paint('mark', underline)}`,
  ];
}

/** Returns a character's width: East Asian wide characters and emoji take two columns in a terminal. */
function columnsOf(character: string): number {
  return /[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u.test(
    character,
  )
    ? 2
    : 1;
}
