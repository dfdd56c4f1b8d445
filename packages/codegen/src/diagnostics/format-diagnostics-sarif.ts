/**
 * Writes diagnostics as SARIF 2.1.0, which code hosts and editors show beside the code.
 *
 * Places are relative to a root that the viewer of the report knows, so the report contains no path of this machine.
 * Spec: OASIS SARIF 2.1.0 sections 3.14 (run), 3.27 (result), 3.30 (region), 3.49 (reportingDescriptor)
 */
import type { JsonObject } from '@sigil/core';
import type { Diagnostic } from '../model/diagnostic.js';
import { diagnosticCodes, type DiagnosticMeaning } from './diagnostic-codes.js';

/** The parts of a report beside the diagnostics. */
export interface SarifOptions {
  /** The version of the command that made the report. */
  readonly toolVersion?: string;
  /** The meanings of codes that the table of diagnostics does not contain. */
  readonly furtherRules?: Readonly<Record<string, DiagnosticMeaning>>;
}

/** The root that all files of a report are relative to, by its conventional name. */
const sourceRoot = 'SRCROOT';

/** Writes one run with one result for each diagnostic, in the order given; no line break at the end. */
export function formatDiagnosticsSarif(diagnostics: readonly Diagnostic[], options: SarifOptions = {}): string {
  const { toolVersion, furtherRules } = options;
  const codes = [...new Set(diagnostics.map(({ code }) => code))].sort();
  const meanings: Readonly<Record<string, DiagnosticMeaning>> = { ...furtherRules, ...diagnosticCodes };
  const log: JsonObject = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'sigil',
            ...(toolVersion !== undefined && { semanticVersion: toolVersion }),
            rules: codes.map((code) => writeRule(code, meanings[code])),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [sourceRoot]: { description: { text: 'The folder that the command was started in.' } } },
        results: diagnostics.map((diagnostic) => writeResult(diagnostic, codes)),
      },
    ],
  };
  return JSON.stringify(log, undefined, 2);
}

function writeRule(code: string, meaning: DiagnosticMeaning | undefined): JsonObject {
  if (!meaning) return { id: code };
  const { title, remedy } = meaning;
  return {
    id: code,
    shortDescription: { text: title },
    help: { text: remedy, markdown: `${remedy}\n\nSee the section ${code} of \`docs/reference/diagnostics.md\`.` },
    defaultConfiguration: { level: 'error' },
  };
}

function writeResult(diagnostic: Diagnostic, codes: readonly string[]): JsonObject {
  const { code, severity = 'error', message, fix, file, line, column, length } = diagnostic;
  return {
    ruleId: code,
    ruleIndex: codes.indexOf(code),
    level: severity,
    message: { text: `${message}\nFix: ${fix}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: writeUri(file), uriBaseId: sourceRoot },
          region: { startLine: line, startColumn: column, endLine: line, endColumn: column + length },
        },
      },
    ],
  };
}

/** Returns a relative reference; escapes each part of the path, so that none is taken for a scheme or a query. */
function writeUri(file: string): string {
  return file.split('/').map(encodeURIComponent).join('/');
}
