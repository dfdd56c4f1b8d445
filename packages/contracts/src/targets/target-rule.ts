/**
 * A row of the table of rules, about one thing that clients refuse or read otherwise than it is meant.
 */
import type { ClientTarget } from './client-target.js';

/**
 * `error`: the client refuses the tool or the request, or the tool cannot be used. `warning`: it leaves something out that changes how
 * the tool is used. `note`: it reads the schema in its own way, and tools that are meant so need no change.
 */
export type RuleSeverity = 'error' | 'warning' | 'note';

/** The source of a rule, and its words. */
export interface RuleSource {
  readonly url: string;
  readonly says: string;
}

/** One rule; `docs/reference/client-targets.md` has a section for each. */
export interface TargetRule {
  /** The clients that it holds for. */
  readonly targets: readonly ClientTarget[];
  readonly severity: RuleSeverity;
  /** The client's behaviour, in one sentence. */
  readonly summary: string;
  /** The words that tell an author what to write instead. */
  readonly remedy: string;
  /** The way in which `rewriteForTargets` mends the schema without changing the accepted values, if there is one. */
  readonly rewrite?: string;
  readonly sources: readonly RuleSource[];
  /** The contradiction between the sources, and which of them the rule follows. */
  readonly disagreement?: string;
  /** The day on which the sources were read: `YYYY-MM-DD`. */
  readonly checked: string;
}
