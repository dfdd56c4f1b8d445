/**
 * Lets a judge choose a tool for each case: the search of a server, a recorded transcript, or a model.
 */
import {
  judgeChoice,
  openSearchJudge,
  scoreResults,
  type CaseResult,
  type Choice,
  type EvaluatedTool,
  type EvaluationCase,
  type Score,
} from '@sigil/contracts/evaluation';
import { askModel, type ModelOptions } from './ask-model.js';
import { definitionsId, type RecordedChoice } from './transcript.js';

/** The judge that the command line chose. */
export type Judge =
  | { readonly kind: 'search' }
  | { readonly kind: 'replay'; readonly choices: ReadonlyMap<string, RecordedChoice> }
  | { readonly kind: 'model'; readonly options: ModelOptions; readonly onAnswer: () => void };

/** The choices of a judge, and what they are worth. */
export interface Judgement {
  readonly score: Score;
  /** The choices of a model with what it saw, for a transcript. */
  readonly recorded: readonly RecordedChoice[];
  /** The requests of cases whose tool the search does not have among its first five. */
  readonly hardToFind: readonly { readonly words: string; readonly tool: string; readonly rank: number | undefined }[];
}

/** A search shows this many tools. */
const shown = 5;

/** @throws CommandError when a model does not answer */
export async function judgeCases(
  cases: readonly EvaluationCase[],
  tools: readonly EvaluatedTool[],
  judge: Judge,
): Promise<Judgement> {
  const definitions = await definitionsId(tools);
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const decide = (one: EvaluationCase, choice: Choice): CaseResult =>
    judgeChoice(one, choice, choice.tool === null ? undefined : byName.get(choice.tool));
  const search = openSearchJudge(tools);
  const hardToFind = cases.flatMap(({ words, tool }) => {
    const rank = tool === null ? 1 : search.rankOf(words, tool);
    return tool !== null && (rank === undefined || rank > shown) ? [{ words, tool, rank }] : [];
  });
  if (judge.kind === 'search') {
    const results = cases.map((one) => decide(one, search.choose(one.words)));
    return { score: scoreResults(results), recorded: [], hardToFind };
  }
  if (judge.kind === 'replay') {
    const results = cases.map((one): CaseResult => {
      const choice = judge.choices.get(one.words);
      if (!choice) return { case: one, outcome: 'missing' };
      return choice.definitions === definitions ? decide(one, choice) : { case: one, choice, outcome: 'stale' };
    });
    return { score: scoreResults(results), recorded: [], hardToFind };
  }
  const words = cases.map((one) => one.words);
  const choices = await askModel(words, tools, judge.options, judge.onAnswer);
  const results = cases.map((one, at) => decide(one, choices[at] ?? { tool: null }));
  const recorded = choices.map((choice, at) => ({ words: words[at] ?? '', ...choice, definitions }));
  return { score: scoreResults(results), recorded, hardToFind };
}
