/**
 * All that an evaluation found, for every format of a report.
 */
import type { Diagnostic } from '@sigil/codegen';
import type { EvaluationFinding, ScoreChange } from '@sigil/contracts/evaluation';
import type { Judge, Judgement } from './judge-cases.js';

/** One evaluation of one list of tools. */
export interface EvaluationReport {
  /** The plugin's or the server's name. */
  readonly name: string;
  readonly toolCount: number;
  readonly findings: readonly EvaluationFinding[];
  /** The findings at their places, and the cases that the search does not find. */
  readonly diagnostics: readonly Diagnostic[];
  /** Absent if there are no cases. */
  readonly judged?: JudgedCases;
  /** Absent if nothing was compared. */
  readonly compared?: ComparedScores;
}

/** The choices of the judge that was asked. */
export interface JudgedCases extends Judgement {
  readonly judge: Judge['kind'];
}

/** The other version of the tools, and how its scores differ. */
export interface ComparedScores {
  /** As the user named it: `main`, `npm:@acme/weather`. */
  readonly against: string;
  readonly accuracy: number;
  readonly changes: readonly ScoreChange[];
  /** Findings that the other version did not have. */
  readonly newFindings: readonly EvaluationFinding[];
}

/** Names a judge in a report. */
export const judgeNames: Readonly<Record<Judge['kind'], string>> = {
  search: 'the search of a server, without a model',
  replay: 'the recorded transcript',
  model: 'the model',
};

/** Writes a share as a percentage: `85 %`. */
export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
