/**
 * Exports the evaluation of tools: static rules for their words, and scores of choices.
 */
export { openSearchJudge } from './evaluation/search-judge.js';
export { compareScores, type ScoreChange } from './evaluation/compare-scores.js';
export type { EvaluatedTool, EvaluationFinding } from './evaluation/evaluated-tool.js';
export { evaluationRules, type EvaluationRule } from './evaluation/evaluation-rules.data.js';
export { findMistakes, subjectOf } from './evaluation/find-mistakes.js';
export {
  judgeChoice,
  scoreResults,
  type CaseResult,
  type Choice,
  type EvaluationCase,
  type Score,
} from './evaluation/score-choices.js';
