/**
 * Compares the tools that a judge chose with those that the cases expect.
 */
import type { JsonObject, JsonValue } from '@sigil/core';
import { isJsonObject } from '@sigil/core/building';
import { isSameJson } from '../schema/schema.js';
import type { EvaluatedTool } from './evaluated-tool.js';

/** A request in a user's words, and the call that it should lead to. */
export interface EvaluationCase {
  /** Unique among the cases. */
  readonly words: string;
  /** The tool to be called; `null` if none should be. */
  readonly tool: string | null;
  /** Arguments that the call must have; it may have others. */
  readonly arguments?: JsonObject;
}

/** The call that a judge chose. */
export interface Choice {
  /** `null` if it called none. */
  readonly tool: string | null;
  /** Absent for a judge that only finds tools. */
  readonly arguments?: JsonObject;
}

/** `stale`: the choice was recorded with other definitions. `missing`: there is none. */
export type Outcome = 'passed' | 'wrong-tool' | 'wrong-arguments' | 'stale' | 'missing';

/** One case with its outcome. */
export interface CaseResult {
  readonly case: EvaluationCase;
  readonly choice?: Choice;
  readonly outcome: Outcome;
  /** The reason, for arguments. */
  readonly why?: string;
}

/** The share of right choices for one tool. */
export interface ToolScore {
  readonly tool: string;
  readonly cases: number;
  readonly passed: number;
}

/** A choice that was made in place of another, and how often. */
export interface Confusion {
  readonly expected: string;
  readonly chosen: string;
  readonly count: number;
}

/** The counts of all choices of one judge. */
export interface Score {
  readonly passed: number;
  readonly failed: number;
  /** Stale or missing: they prove nothing. */
  readonly undecided: number;
  /** Passed among passed and failed, from 0 to 1; 1 if there are neither. */
  readonly accuracy: number;
  /** By name. */
  readonly tools: readonly ToolScore[];
  /** The most frequent first. */
  readonly confusions: readonly Confusion[];
  readonly results: readonly CaseResult[];
}

/** The name in reports for the choice of no tool. */
const noTool = '(none)';

/** Judges one choice. @param tool the definition of the chosen tool; `undefined` if the list does not have it */
export function judgeChoice(expected: EvaluationCase, choice: Choice, tool: EvaluatedTool | undefined): CaseResult {
  const judged = { case: expected, choice };
  if (choice.tool !== expected.tool) return { ...judged, outcome: 'wrong-tool' };
  const why = choice.arguments && tool ? findArgumentProblem(expected, choice.arguments, tool) : undefined;
  return why === undefined ? { ...judged, outcome: 'passed' } : { ...judged, outcome: 'wrong-arguments', why };
}

/** Counts results. */
export function scoreResults(results: readonly CaseResult[]): Score {
  const isDecided = ({ outcome }: CaseResult): boolean => outcome !== 'stale' && outcome !== 'missing';
  const decided = results.filter(isDecided);
  const passed = decided.filter(({ outcome }) => outcome === 'passed').length;
  return {
    passed,
    failed: decided.length - passed,
    undecided: results.length - decided.length,
    accuracy: decided.length === 0 ? 1 : passed / decided.length,
    tools: scoreTools(decided),
    confusions: countConfusions(decided),
    results,
  };
}

function scoreTools(results: readonly CaseResult[]): ToolScore[] {
  const scores = new Map<string, { cases: number; passed: number }>();
  for (const { case: expected, outcome } of results) {
    const name = expected.tool ?? noTool;
    const score = scores.get(name) ?? { cases: 0, passed: 0 };
    scores.set(name, { cases: score.cases + 1, passed: score.passed + Number(outcome === 'passed') });
  }
  return [...scores]
    .map(([tool, score]) => ({ tool, ...score }))
    .toSorted((a, b) => (a.tool < b.tool ? -1 : Number(a.tool > b.tool)));
}

function countConfusions(results: readonly CaseResult[]): Confusion[] {
  const counts = new Map<string, Confusion>();
  for (const { case: expected, choice, outcome } of results) {
    if (outcome !== 'wrong-tool') continue;
    const pair = { expected: expected.tool ?? noTool, chosen: choice?.tool ?? noTool };
    const key = JSON.stringify(pair);
    counts.set(key, { ...pair, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}

/** Finds a missing or an unknown argument, or one that differs from the expected one. */
function findArgumentProblem(
  expected: EvaluationCase,
  given: JsonObject,
  { inputSchema }: EvaluatedTool,
): string | undefined {
  const { properties, required, additionalProperties } = inputSchema;
  const names = properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : [];
  const missing = listOf(required).find((name) => !Object.hasOwn(given, name));
  if (missing !== undefined) return `"${missing}" is missing`;
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined && additionalProperties === false) return `"${unknown}" is no argument of the tool`;
  const wrong = Object.entries(expected.arguments ?? {}).find(([name, value]) => !isSameJson(given[name], value));
  if (!wrong) return undefined;
  const [name, value] = wrong;
  return `"${name}" should be ${JSON.stringify(value)}, and is ${JSON.stringify(given[name]) ?? 'absent'}`;
}

function listOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((one: JsonValue) => typeof one === 'string') : [];
}
