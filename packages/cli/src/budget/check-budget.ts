/**
 * Checks the definitions of a plugin, a manifest or a server against a budget of tokens, and shows where the tokens are.
 */
import { join, relative, sep } from 'node:path';
import { countBySeverity } from '@sigil/codegen';
import { writeDiagnostics } from '../building/print-diagnostics.js';
import { CommandError } from '../failures/command-error.js';
import { readCheckedTools, type Checked } from '../checking/read-checked-tools.js';
import { countNoun } from '../terminal/count-noun.js';
import { formatTable } from '../terminal/format-table.js';
import { printable } from '../terminal/printable.js';
import type { NamedSource } from '../targets/named-source.js';
import type { Output, Terminal } from '../terminal/terminal.js';
import { openTokenCounter } from './count-tokens.js';
import { writeAnnotation } from './github-annotation.js';
import { measureBudget, type BudgetReport } from './measure-budget.js';

/** The source, its budget, and the format of the report. */
export interface BudgetOptions extends NamedSource {
  /** Tokens of all definitions together. */
  readonly budget: number;
  readonly format: BudgetFormat;
}

/** `github` writes annotations of a GitHub workflow. */
export type BudgetFormat = 'text' | 'json' | 'github';

/** @throws CommandError when the definitions take more tokens; they have been shown */
export async function checkBudget(options: BudgetOptions, terminal: Terminal): Promise<void> {
  const { budget, format, source } = options;
  const reading = await readCheckedTools(options, terminal);
  if ('diagnostics' in reading) {
    writeDiagnostics(reading.diagnostics, { cwd: terminal.cwd, output: terminal.err });
    throw new CommandError(`the plugin in "${source}" was not checked: it has ${countBySeverity(reading.diagnostics)}`);
  }
  const report = measureBudget(reading.checked, budget, await openTokenCounter());
  terminal.out.line(writeReport(report, reading.checked, format, terminal));
  if (report.isWithin) return;
  throw new CommandError(`"${source}" is over its budget: ${inTokens(report.total)}, ${budget} are allowed`);
}

function writeReport(report: BudgetReport, checked: Checked, format: BudgetFormat, terminal: Terminal): string {
  if (format === 'json') return JSON.stringify(report, undefined, 2);
  return format === 'github' ? writeAnnotations(report, checked, terminal.cwd) : writeText(report, terminal.out);
}

/** Tools and savings that people read; `--format json` has all. */
const mostShown = 10;

function writeText(report: BudgetReport, out: Output): string {
  const { name, total, budget, tools } = report;
  const title = `${printable(name)}: ${inTokens(total)} of ${countNoun(tools.length, 'definition')}, of ${budget}`;
  if (tools.length === 0) return title;
  const rows = tools
    .slice(0, mostShown)
    .map((tool) => [printable(tool.name), String(tool.tokens), `${Math.round((100 * tool.tokens) / total)} %`]);
  const more = tools.length > mostShown ? [out.paint.dim(`and ${tools.length - mostShown} lighter ones`)] : [];
  const savings = savingsOf(report).slice(0, mostShown);
  const lines = savings.map(({ tool, says, tokens }) => printable(`  ${tokens}  ${tool}: ${says}`));
  const saved = lines.length === 0 ? [] : [`\n${out.paint.bold('Could be saved')}`, ...lines];
  return [title, '', formatTable(['TOOL', 'TOKENS', 'SHARE'], rows, out), ...more, ...saved].join('\n');
}

function savingsOf({ tools }: BudgetReport) {
  return tools
    .flatMap(({ name, savings }) => savings.map((saving) => ({ tool: name, ...saving })))
    .sort((a, b) => b.tokens - a.tokens);
}

/** Writes one annotation for the total, and one for each of the heaviest tools if the total is over the budget. */
function writeAnnotations(report: BudgetReport, checked: Checked, cwd: string): string {
  const { name, total, budget, isWithin, tools } = report;
  const level = isWithin ? 'notice' : 'error';
  const whole = writeAnnotation(
    level,
    { title: 'Token budget' },
    `${name}: ${inTokens(total)} of definitions, of ${budget}`,
  );
  if (isWithin) return whole;
  const ofTools = tools.slice(0, mostShown).map((tool) => {
    const savings = tool.savings.slice(0, 3).map(({ says, tokens }) => `${tokens} could be saved: ${says}`);
    const message = [`the tool "${tool.name}" takes ${inTokens(tool.tokens)}`, ...savings].join('\n');
    return writeAnnotation('warning', { title: 'Token budget', ...placeOf(tool.name, checked, cwd) }, message);
  });
  return [whole, ...ofTools].join('\n');
}

function placeOf(tool: string, { places, folder }: Checked, cwd: string): { file?: string; line?: number } {
  const at = places?.get(tool)?.at;
  if (!at || folder === undefined) return {};
  return { file: join(relative(cwd, folder), at.file).split(sep).join('/'), line: at.line };
}

function inTokens(count: number): string {
  return countNoun(count, 'token');
}
