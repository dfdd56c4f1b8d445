/**
 * The tools of an evaluation as a model sees them, and the findings about them.
 */
import type { ToolDefinition } from '@sigil/core/building';
import type { CheckedTool } from '../targets/checked-offer.js';
import type { EvaluationRuleId } from './evaluation-rules.data.js';

/** A tool as a list contains it. */
export interface EvaluatedTool extends CheckedTool {
  readonly title?: string | undefined;
  readonly annotations?: ToolDefinition['annotations'] | undefined;
}

/** Words of definitions that lead a model astray. */
export interface EvaluationFinding {
  /** The tools concerned, in the order of the list. */
  readonly tools: readonly string[];
  /** The input concerned: the name of a member of the arguments, or a path to one in it, such as `filters.tags[]`. */
  readonly parameter?: string;
  readonly rule: EvaluationRuleId;
  readonly level: 'error' | 'warning';
  /** A sentence without its subject's tools, such as `has no description`. */
  readonly message: string;
}

/** A finding of one rule, which the table completes. */
export type FoundMistake = Omit<EvaluationFinding, 'rule' | 'level'>;

/** Checks all tools of a list. */
export type EvaluationCheck = (tools: readonly EvaluatedTool[]) => readonly FoundMistake[];
