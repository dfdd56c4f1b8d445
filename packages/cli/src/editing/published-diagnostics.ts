/**
 * Writes the diagnostics of a build for an editor.
 */
import type { Diagnostic } from '@sigil/codegen/editing';
import {
  DiagnosticSeverity,
  type CodeAction,
  type Diagnostic as EditorDiagnostic,
  type Position,
  type Range,
} from 'vscode-languageserver';
import { rangeOf } from './document-places.js';

/** A diagnostic as an editor shows it, and the edit that mends it. */
export interface PublishedDiagnostic {
  readonly shown: EditorDiagnostic;
  readonly correction?: Correction;
}

interface Correction {
  readonly range: Range;
  readonly text: string;
}

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

/** Returns the diagnostic with its place in the text of its file. The fix is related information where the editor shows such, else a line of the message. */
export function writeDiagnostic(
  diagnostic: Diagnostic,
  { uri, text, showsRelated }: { readonly uri: string; readonly text: string; readonly showsRelated: boolean },
): PublishedDiagnostic {
  const { code, severity = 'error', message, fix, correction } = diagnostic;
  const range = rangeOf(diagnostic, text);
  return {
    shown: {
      ...{ range, severity: severities[severity], code, source: 'sigil' },
      message: showsRelated ? message : `${message}\n${fix}`,
      ...(showsRelated && { relatedInformation: [{ location: { uri, range }, message: fix }] }),
    },
    ...(correction && { correction: { range: rangeOf(correction, text), text: correction.text } }),
  };
}

/** Returns the edits that mend diagnostics of a document within a range. */
export function quickFixes(uri: string, published: readonly PublishedDiagnostic[], range: Range): CodeAction[] {
  return published.flatMap(({ shown, correction }) => {
    if (!correction || !isTouching(shown.range, range)) return [];
    const isInsertion = correction.range.end.character === correction.range.start.character;
    const title = isInsertion ? `Insert ${correction.text.trim()}` : `Write ${correction.text}`;
    const edit = { changes: { [uri]: [{ range: correction.range, newText: correction.text }] } };
    return [{ title, kind: 'quickfix', diagnostics: [shown], isPreferred: true, edit }];
  });
}

function isTouching(one: Range, other: Range): boolean {
  return isBefore(one.start, other.end) && isBefore(other.start, one.end);
}

function isBefore(one: Position, other: Position): boolean {
  return one.line < other.line || (one.line === other.line && one.character <= other.character);
}
