/**
 * Checks a plugin, a manifest or a server for client targets, and shows the findings.
 */
import { countBySeverity, undescribedDiagnostics, type Diagnostic, type DiagnosticSeverity } from '@sigil/codegen';
import { checkTargets, targetRules, type ClientTarget, type TargetFinding } from '@sigil/contracts/targets';
import { diagnosticsFrom, writeDiagnostics } from '../building/print-diagnostics.js';
import type { ReportFormat } from '../building/report.js';
import { CommandError } from '../failures/command-error.js';
import { countNoun } from '../terminal/count-noun.js';
import type { NamedSource } from '../targets/named-source.js';
import type { Terminal } from '../terminal/terminal.js';
import { gatherFindings } from './gather-findings.js';
import { allClientTargets } from './read-client-targets.js';
import { placeFindings, sortByPlace } from './place-findings.js';
import { readCheckedTools, type Checked } from './read-checked-tools.js';
import { writeReport } from './write-report.js';

/** The source to check, the target clients, and the format of the report. */
export interface CheckOptions extends NamedSource {
  /** The clients to check for. Default: those of the plugin's package.json, else all. */
  readonly targets?: readonly ClientTarget[];
  /** The server's name in the configuration of clients; the plugin's by default. */
  readonly server?: string;
  /** Whether warnings count as errors. */
  readonly isStrict: boolean;
  /** Whether each finding is reported, and each property of an installed type as a warning; gathered by place and by type otherwise. */
  readonly listsAll: boolean;
  readonly format: ReportFormat;
}

/** @throws CommandError when there are findings that count; they have been shown */
export async function checkSource(options: CheckOptions, terminal: Terminal): Promise<void> {
  const reading = await readCheckedTools(options, terminal);
  if ('diagnostics' in reading) return refuseUnbuilt(reading.diagnostics, options, terminal);

  const { checked } = reading;
  const { targets = checked.targets ?? allClientTargets } = options;
  const offer = { server: options.server ?? checked.name, tools: checked.tools };
  const findings = checkTargets(offer, targets);
  const undescribed = placeUndescribed(checked, options, terminal.cwd);
  const diagnostics = sortByPlace([...placeFindings(findings, checked, terminal.cwd), ...undescribed]);
  if (options.format === 'text')
    writeText({ findings, diagnostics, checked }, { targets, listsAll: options.listsAll }, terminal);
  else writeReport(diagnostics, options.format, terminal);

  const counts = ({ severity }: { readonly severity?: DiagnosticSeverity }): boolean =>
    severity === 'error' || (options.isStrict && severity === 'warning');
  const counting = findings.filter(counts);
  if (counting.length === 0 && !undescribed.some(counts)) return;
  const concerned = targets.filter((target) => counting.some(({ targets }) => targets.includes(target)));
  const forWhom = concerned.length === 0 ? '' : ` for ${concerned.join(', ')}`;
  throw new CommandError(`"${options.source}" is not fit${forWhom}: ${countBySeverity(diagnostics)}`);
}

function placeUndescribed(
  { undescribed, folder }: Checked,
  { listsAll }: CheckOptions,
  cwd: string,
): readonly Diagnostic[] {
  const diagnostics = undescribedDiagnostics(undescribed, 'warning', listsAll);
  return folder === undefined ? diagnostics : diagnosticsFrom(diagnostics, folder, cwd);
}

function refuseUnbuilt(diagnostics: readonly Diagnostic[], { source, format }: CheckOptions, terminal: Terminal): void {
  if (format === 'text') writeDiagnostics(diagnostics, { cwd: terminal.cwd, output: terminal.err });
  else writeReport(diagnostics, format, terminal);
  throw new CommandError(`the plugin in "${source}" was not checked: it has ${countBySeverity(diagnostics)}`);
}

interface Found {
  readonly findings: readonly TargetFinding[];
  readonly diagnostics: readonly Diagnostic[];
  readonly checked: Checked;
}

function writeText(
  { findings, diagnostics, checked }: Found,
  { targets, listsAll }: Required<Pick<CheckOptions, 'targets' | 'listsAll'>>,
  terminal: Terminal,
): void {
  const { out, cwd } = terminal;
  const { undescribed } = checked;
  if (diagnostics.length === 0) {
    out.line(
      `${checked.name}: ${countNoun(checked.tools.length, 'tool')} checked, nothing found for ${targets.join(', ')}`,
    );
    return;
  }
  const shown = listsAll ? diagnostics : gatherFindings(diagnostics);
  const isShort = shown.length < diagnostics.length || undescribed.length > diagnostics.length - findings.length;
  const counts = countBySeverity(diagnostics);
  writeDiagnostics(shown, { cwd, output: out, counts: isShort ? `${counts}; sigil check --all lists each` : counts });
  const rewritable = findings.filter(({ rule }) => 'rewrite' in targetRules[rule]);
  if (rewritable.length === 0) return;
  const wanted = targets.filter((target) => rewritable.some((finding) => finding.targets.includes(target)));
  out.line(
    out.paint.dim(`sigil build --target ${wanted.join(',')} rewrites what it can of ${rewritable.length} of them.`),
  );
}
