/**
 * Measures how many tokens the definitions of tools take, and compares them with a budget.
 */
import { toolsForModels, type CheckedTool } from '@sigil/contracts/targets';
import { countDefinition, type CountTokens } from './count-tokens.js';
import { findSavings, type Saving } from './find-savings.js';

/** The tokens of one tool. */
export interface MeasuredTool {
  readonly name: string;
  readonly tokens: number;
  /** The greatest first. Those of an output schema are not among `tokens`. */
  readonly savings: readonly Saving[];
}

/** The tokens of all tools together. */
export interface BudgetReport {
  readonly name: string;
  readonly budget: number;
  readonly total: number;
  readonly isWithin: boolean;
  /** The heaviest first; equal ones by name. */
  readonly tools: readonly MeasuredTool[];
}

/** @param count counts the tokens of a text */
export function measureBudget(
  { name, tools }: { readonly name: string; readonly tools: readonly CheckedTool[] },
  budget: number,
  count: CountTokens,
): BudgetReport {
  const measured = toolsForModels(tools).map((tool) => ({
    name: tool.name,
    tokens: countDefinition(tool, count),
    savings: findSavings(tool, count),
  }));
  const total = measured.reduce((sum, { tokens }) => sum + tokens, 0);
  const heaviestFirst = measured.sort((a, b) => b.tokens - a.tokens || (a.name < b.name ? -1 : 1));
  return { name, budget, total, isWithin: total <= budget, tools: heaviestFirst };
}
