/**
 * Evaluates the tools of a plugin, a manifest or a server: the wording of their definitions, and the choices of a judge.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { countBySeverity, formatDiagnosticsJson, type Diagnostic } from '@sigil/codegen';
import {
  compareScores,
  evaluationRules,
  findMistakes,
  subjectOf,
  type EvaluatedTool,
  type EvaluationCase,
  type EvaluationFinding,
} from '@sigil/contracts/evaluation';
import { toolsForModels } from '@sigil/contracts/targets';
import { writeDiagnostics } from '../building/print-diagnostics.js';
import { placeOf, sortByPlace } from '../checking/place-findings.js';
import { readCheckedTools, type Checked } from '../checking/read-checked-tools.js';
import { CommandError, UsageError } from '../failures/command-error.js';
import { countNoun } from '../terminal/count-noun.js';
import type { NamedSource } from '../targets/named-source.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ComparedScores, EvaluationReport, JudgedCases } from './evaluation-report.js';
import { findCases } from './find-cases.js';
import { judgeCases, type Judge, type Judgement } from './judge-cases.js';
import { readTranscript, writeTranscript } from './transcript.js';
import { writeGithub } from './write-github.js';
import { writePage } from './write-page.js';
import { writeText } from './write-text.js';

/** `text` for a terminal, `json` for programs, `github` for annotations of a pull request, `html` for a page. */
export type EvaluationFormat = 'text' | 'json' | 'github' | 'html';

/** The tools, the judge, and the form of the report. */
export interface EvaluateOptions extends NamedSource {
  /** Files and folders with cases. Default: the folder `evals` beside or in the source, if there is one. */
  readonly cases?: readonly string[];
  /** A line for the shell: the judge is this program. */
  readonly model?: string;
  /** A transcript that is the judge. */
  readonly replay?: string;
  /** Where the choices of the model are written. */
  readonly record?: string;
  /** A git ref or `npm:name`: the version to compare with. */
  readonly against?: string;
  /** The least share of right choices, from 0 to 1. */
  readonly leastAccuracy: number;
  readonly modelTimeoutMs: number;
  readonly format: EvaluationFormat;
  /** The file of the report; standard output if absent. */
  readonly out?: string;
}

/** @throws CommandError when there are findings or too few right choices; they have been shown */
export async function evaluateSource(options: EvaluateOptions, terminal: Terminal): Promise<void> {
  const reading = await readCheckedTools(options, terminal);
  if ('diagnostics' in reading) {
    writeDiagnostics(reading.diagnostics, { cwd: terminal.cwd, output: terminal.err });
    throw new CommandError(
      `the plugin in "${options.source}" was not evaluated: it has ${countBySeverity(reading.diagnostics)}`,
    );
  }
  const checked = { ...reading.checked, tools: toolsForModels(reading.checked.tools) };
  const cases = await casesOf(options, checked, terminal);
  const judge = await chooseJudge(options, terminal);
  if (cases.length === 0 && judge.kind !== 'search')
    throw new UsageError('there are no cases for a judge: write some with defineEvaluation, in the folder "evals"');

  const findings = findMistakes(checked.tools);
  const judged =
    cases.length > 0 ? { judge: judge.kind, ...(await judgeCases(cases, checked.tools, judge)) } : undefined;
  if (options.record !== undefined && judged) {
    await writeFile(resolve(terminal.cwd, options.record), writeTranscript(judged.recorded));
  }
  const compared = await compare(options, { findings, cases, judge, judged }, terminal);
  const diagnostics = sortByPlace([
    ...findings.map((finding) => diagnose(finding, checked, terminal.cwd)),
    ...(judged?.hardToFind ?? []).map((hard) => diagnoseHard(hard, checked, terminal.cwd)),
  ]);
  const report: EvaluationReport = {
    name: checked.name,
    toolCount: checked.tools.length,
    findings,
    diagnostics,
    ...(judged && { judged }),
    ...(compared && { compared }),
  };
  await show(report, options, terminal);
  refuseIfBad(report, options);
}

async function casesOf(
  { cases, source }: EvaluateOptions,
  checked: Checked,
  { cwd }: Terminal,
): Promise<EvaluationCase[]> {
  const toolNames = checked.tools.map(({ name }) => name);
  if (cases) return findCases({ places: cases, cwd, toolNames });
  const own = join(checked.folder ?? (source.includes('://') ? cwd : resolve(cwd, source, '..')), 'evals');
  return existsSync(own) ? findCases({ places: [own], cwd, toolNames }) : [];
}

async function chooseJudge(
  { model, replay, record, modelTimeoutMs }: EvaluateOptions,
  terminal: Terminal,
): Promise<Judge> {
  if (model !== undefined && replay !== undefined)
    throw new UsageError('--model and --replay are two judges: choose one');
  if (record !== undefined && model === undefined)
    throw new UsageError('--record writes what a model chose: name one with --model');
  if (replay !== undefined) return { kind: 'replay', choices: await readTranscript(resolve(terminal.cwd, replay)) };
  if (model === undefined) return { kind: 'search' };
  const { cwd, interrupted, err } = terminal;
  let count = 0;
  const onAnswer = (): void => {
    count += 1;
    if (count % 10 === 0) err.line(err.paint.dim(`${count} answers of the model`));
  };
  return { kind: 'model', options: { command: model, cwd, timeoutMs: modelTimeoutMs, interrupted }, onAnswer };
}

interface Evaluated {
  readonly findings: readonly EvaluationFinding[];
  readonly cases: readonly EvaluationCase[];
  readonly judge: Judge;
  readonly judged: Judgement | undefined;
}

/** Judges the other version by the cases whose tools it has. A transcript of today's definitions says nothing of it, so the search does. */
async function compare(
  { against, source }: EvaluateOptions,
  { findings, cases, judge, judged }: Evaluated,
  terminal: Terminal,
): Promise<ComparedScores | undefined> {
  if (against === undefined) return undefined;
  const { readSides } = await import('../comparing/read-sides.js');
  const { before } = await readSides({ names: [source], against, headers: [] }, terminal);
  const tools = toolsForModels<EvaluatedTool>(before.manifest.tools);
  const names = new Set(tools.map(({ name }) => name));
  const shared = cases.filter(({ tool }) => tool === null || names.has(tool));
  const old = await judgeCases(shared, tools, judge);
  const known = new Set(findMistakes(tools).map((finding) => keyOf(finding)));
  return {
    against,
    accuracy: old.score.accuracy,
    changes: judged ? compareScores(old.score, judged.score) : [],
    newFindings: findings.filter((finding) => !known.has(keyOf(finding))),
  };
}

function keyOf({ rule, tools, parameter }: EvaluationFinding): string {
  return JSON.stringify([rule, tools, parameter]);
}

function diagnose(finding: EvaluationFinding, checked: Checked, cwd: string): Diagnostic {
  const { rule, level, message, tools, parameter } = finding;
  const input = parameter?.split(/[.[]/)[0];
  const at = { ...(tools[0] !== undefined && { tool: tools[0] }), ...(input !== undefined && { input }) };
  const { summary, remedy } = evaluationRules[rule];
  return {
    code: rule,
    severity: level,
    message: `${subjectOf(finding)} ${message}. ${summary}`,
    fix: remedy,
    ...placeOf(at, checked, cwd),
  };
}

function diagnoseHard(
  { words, tool, rank }: Judgement['hardToFind'][number],
  checked: Checked,
  cwd: string,
): Diagnostic {
  const found = rank === undefined ? 'does not find it' : `finds it in place ${rank}`;
  return {
    code: 'hard-to-find',
    severity: 'warning',
    message: `tool "${tool}": a search for ${JSON.stringify(words)} ${found}. A search shows five tools.`,
    fix: 'Use the words of the request in the description, or add them as @keywords.',
    ...placeOf({ tool }, checked, cwd),
  };
}

async function show(report: EvaluationReport, { format, out }: EvaluateOptions, terminal: Terminal): Promise<void> {
  if (format === 'text' && out === undefined) return writeText(report, terminal);
  const text =
    format === 'github' ? writeGithub(report.diagnostics) : format === 'html' ? writePage(report) : writeJson(report);
  if (out === undefined) return text === '' ? undefined : terminal.out.line(text.trimEnd());
  await writeFile(resolve(terminal.cwd, out), text);
  writeText(report, terminal);
}

function writeJson({ name, findings, diagnostics, judged, compared }: EvaluationReport): string {
  const places = JSON.parse(formatDiagnosticsJson(diagnostics));
  const cases = judged && {
    judge: judged.judge,
    ...judged.score,
    hardToFind: judged.hardToFind,
  };
  return `${JSON.stringify({ name, findings, diagnostics: places, ...(cases && { cases }), ...(compared && { compared }) }, undefined, 2)}\n`;
}

function refuseIfBad({ diagnostics, judged, name }: EvaluationReport, { leastAccuracy }: EvaluateOptions): void {
  const reasons = [
    ...(diagnostics.length > 0 ? [countBySeverity(diagnostics)] : []),
    ...(judged ? caseFailures(judged, leastAccuracy) : []),
  ];
  if (reasons.length > 0) throw new CommandError(`"${name}" is not fit for a model: ${reasons.join('; ')}`);
}

/** The search is no model: what it chooses first is shown, and only tools that it does not find count. */
function caseFailures({ judge, score }: JudgedCases, leastAccuracy: number): string[] {
  if (judge === 'search') return [];
  const { accuracy, failed, undecided } = score;
  return [
    ...(accuracy < leastAccuracy ? [`${countNoun(failed, 'wrong choice')}`] : []),
    ...(undecided > 0 ? [`${countNoun(undecided, 'case')} not judged`] : []),
  ];
}
