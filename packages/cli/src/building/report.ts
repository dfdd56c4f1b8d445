/**
 * Shows what is wrong with the plugins that a command builds: to people at once, or to programs as one report in the end.
 */
import { join, relative, sep } from 'node:path';
import {
  formatDiagnosticsJson,
  formatDiagnosticsSarif,
  type BuildResult,
  type Diagnostic,
} from '@sigil/codegen/building';
import { ownVersion } from '../own-version.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import { printDiagnostics } from './print-diagnostics.js';

/** `json` and `sarif` are for programs; then nothing else goes to standard output. */
export type ReportFormat = 'text' | 'json' | 'sarif';

/** Takes the outcome of each build. */
export interface Report {
  /** The place to read more about the faults of a plugin: `shown above`. */
  readonly place: string;
  /** For lines about how the command is getting on. */
  readonly progress: Output;
  /** Adds the diagnostics of a build; those of one that succeeded are its notes. */
  add(result: BuildResult): void;
  /** Writes what was collected; with no diagnostics, too. */
  close(): void;
}

export function openReport(format: ReportFormat, terminal: Terminal): Report {
  const { out, err, cwd } = terminal;
  if (format === 'text') {
    const add = (result: BuildResult): void => printDiagnostics(result, terminal);
    return { place: 'shown above', progress: out, add, close: () => undefined };
  }
  const found: Diagnostic[] = [];
  const write = format === 'json' ? formatDiagnosticsJson : writeSarif;
  return {
    place: 'in the report',
    progress: err,
    add: ({ folder, diagnostics }) =>
      void found.push(...diagnostics.map((one) => ({ ...one, file: nameFrom(cwd, join(folder, one.file)) }))),
    close: () => out.line(write(found)),
  };
}

function writeSarif(diagnostics: readonly Diagnostic[]): string {
  return formatDiagnosticsSarif(diagnostics, { toolVersion: ownVersion() });
}

/** Reports are read on other systems, too. */
function nameFrom(cwd: string, file: string): string {
  return relative(cwd, file).split(sep).join('/');
}
