/**
 * A row of the table of rules, about one feature that clients refuse or interpret differently.
 */
import type { ClientTarget } from './client-target.js';

/**
 * `error`: the client refuses the tool or the request, or the tool cannot be used. `warning`: it leaves something out that
 * changes how the tool is used. `note`: it interprets the schema differently, but the tool may be right as it is.
 */
export type RuleSeverity = 'error' | 'warning' | 'note';

/** The source of a rule, and its wording. */
export interface RuleSource {
  readonly url: string;
  readonly says: string;
}

/** One rule; `docs/reference/client-targets.md` has a section for each. */
export interface TargetRule {
  /** The clients to which it applies. */
  readonly targets: readonly ClientTarget[];
  readonly severity: RuleSeverity;
  /** The client's behaviour, in one sentence. */
  readonly summary: string;
  /** The advice to the author on what to write instead. */
  readonly remedy: string;
  /** The step by which `rewriteForTargets` fixes the schema without changing the accepted values, if there is one. */
  readonly rewrite?: string;
  readonly sources: readonly RuleSource[];
  /** The contradiction between the sources, and which of them the rule follows. */
  readonly disagreement?: string;
  /** The day on which the sources were checked: `YYYY-MM-DD`. */
  readonly checked: string;
}
