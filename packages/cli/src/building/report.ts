/**
 * Reports the diagnostics of the plugins that a command builds: to people at once, or to programs as one report at the end.
 */
import { join, relative, sep } from 'node:path';
import {
  formatDiagnosticsJson,
  formatDiagnosticsSarif,
  type BuildResult,
  type Diagnostic,
} from '@sigil/codegen/building';
import { meaningsOfRules } from './rule-meanings.js';
import { packageVersion } from '../package-version.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import { printDiagnostics } from './print-diagnostics.js';

/** `json` and `sarif` are for programs; nothing else goes to standard output then. */
export type ReportFormat = 'text' | 'json' | 'sarif';

/** Collects the outcome of each build. */
export interface Report {
  /** Words for where a plugin's diagnostics are: `shown above`. */
  readonly place: string;
  /** The output for lines about the command's progress. */
  readonly progress: Output;
  /** Adds the diagnostics of a build; those of a successful one are its notes. */
  add(result: Pick<BuildResult, 'folder' | 'diagnostics'>): void;
  /** Writes the collected diagnostics, even if there are none. */
  close(): void;
}

export function openReport(format: ReportFormat, terminal: Terminal): Report {
  const { out, err, cwd } = terminal;
  if (format === 'text') {
    const add: Report['add'] = (result) => printDiagnostics(result, terminal);
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
  return formatDiagnosticsSarif(diagnostics, { toolVersion: packageVersion(), furtherRules: meaningsOfRules() });
}

/** Names the file with `/`, as reports are read on other systems too. */
function nameFrom(cwd: string, file: string): string {
  return relative(cwd, file).split(sep).join('/');
}
