/**
 * Writes findings for programs.
 */
import { formatDiagnosticsJson, formatDiagnosticsSarif, type Diagnostic } from '@sigil/codegen';
import type { ReportFormat } from '../building/report.js';
import { packageVersion } from '../package-version.js';
import type { Terminal } from '../terminal/terminal.js';
import { meaningsOfRules } from '../building/rule-meanings.js';

/** Writes `diagnostics` to standard output, an empty list too. */
export function writeReport(
  diagnostics: readonly Diagnostic[],
  format: Exclude<ReportFormat, 'text'>,
  { out }: Terminal,
): void {
  out.line(format === 'json' ? formatDiagnosticsJson(diagnostics) : writeSarif(diagnostics));
}

function writeSarif(diagnostics: readonly Diagnostic[]): string {
  return formatDiagnosticsSarif(diagnostics, { toolVersion: packageVersion(), furtherRules: meaningsOfRules() });
}
