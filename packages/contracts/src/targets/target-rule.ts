/**
 * What a row of the table of rules says of one thing that clients refuse or read otherwise than it is meant.
 */
import type { ClientTarget } from './client-target.js';

/**
 * `error`: the client refuses the tool or the request, or the tool cannot be used. `warning`: it leaves something out that changes how
 * the tool is used. `note`: it reads the schema in its own way, and tools that are meant so need no change.
 */
export type RuleSeverity = 'error' | 'warning' | 'note';

/** Where a rule was found, and what it says there. */
export interface RuleSource {
  readonly url: string;
  readonly says: string;
}

/** One rule; `docs/reference/client-targets.md` has a section for each. */
export interface TargetRule {
  /** The clients that it holds for. */
  readonly targets: readonly ClientTarget[];
  readonly severity: RuleSeverity;
  /** What the client does, in one sentence. */
  readonly summary: string;
  /** What to write instead. */
  readonly remedy: string;
  /** How `rewriteForTargets` puts it right without changing which values are accepted, where it can. */
  readonly rewrite?: string;
  readonly sources: readonly RuleSource[];
  /** Where the sources disagree, and which of them the rule follows. */
  readonly disagreement?: string;
  /** The day on which the sources were read: `YYYY-MM-DD`. */
  readonly checked: string;
}
