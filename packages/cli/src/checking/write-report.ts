/**
 * Writes findings for programs.
 */
import { formatDiagnosticsJson, formatDiagnosticsSarif, type Diagnostic } from '@sigil/codegen';
import { targetRules } from '@sigil/contracts/targets';
import type { ReportFormat } from '../building/report.js';
import { ownVersion } from '../own-version.js';
import type { Terminal } from '../terminal/terminal.js';

/** Writes `diagnostics` to standard output, an empty list too. */
export function writeReport(
  diagnostics: readonly Diagnostic[],
  format: Exclude<ReportFormat, 'text'>,
  { out }: Terminal,
): void {
  out.line(format === 'json' ? formatDiagnosticsJson(diagnostics) : writeSarif(diagnostics));
}

function writeSarif(diagnostics: readonly Diagnostic[]): string {
  const rules = Object.entries(targetRules).map(
    ([id, { summary, remedy }]) => [id, { title: summary, remedy }] as const,
  );
  return formatDiagnosticsSarif(diagnostics, { toolVersion: ownVersion(), furtherRules: Object.fromEntries(rules) });
}
