/**
 * Checks a server's tools against the rules of its intended clients.
 */
import { geminiChecks } from './check-gemini.js';
import { nameChecks } from './check-names.js';
import { schemaChecks } from './check-schemas.js';
import { sizeChecks } from './check-sizes.js';
import { strictChecks } from './check-strict.js';
import type { CheckedOffer, RuleCheck } from './checked-offer.js';
import type { ClientTarget } from './client-target.js';
import type { RuleSeverity, TargetRule } from './target-rule.js';
import { targetRules, type TargetRuleId } from './target-rules.data.js';

/** A feature that clients of these targets refuse or interpret differently. */
export interface TargetFinding {
  readonly rule: TargetRuleId;
  readonly severity: RuleSeverity;
  /** The requested targets to which the rule applies. */
  readonly targets: readonly ClientTarget[];
  /** The tool's name; absent for a finding about all tools. */
  readonly tool?: string | undefined;
  /** The name of the input that contains it. */
  readonly input?: string | undefined;
  readonly message: string;
  /** The replacement to write. */
  readonly fix: string;
}

/** In the order of the table. */
const allRules = Object.keys(targetRules) as TargetRuleId[];

const checks: Readonly<Record<TargetRuleId, RuleCheck>> = {
  ...nameChecks,
  ...schemaChecks,
  ...strictChecks,
  ...sizeChecks,
  ...geminiChecks,
};

/**
 * Returns all findings for `targets`, in the order of the table and, within a rule, of the tools.
 *
 * @param rules the rules to check; all by default
 */
export function checkTargets(
  offer: CheckedOffer,
  targets: readonly ClientTarget[],
  rules: readonly TargetRuleId[] = allRules,
): TargetFinding[] {
  return rules.flatMap((rule) => {
    const row: TargetRule = targetRules[rule];
    const concerned = row.targets.filter((target) => targets.includes(target));
    if (concerned.length === 0) return [];
    return checks[rule](offer).map(({ tool, input, message }) => ({
      rule,
      severity: row.severity,
      targets: concerned,
      tool,
      input,
      message: describe(tool, message),
      fix: row.remedy,
    }));
  });
}

function describe(tool: string | undefined, message: string): string {
  return tool === undefined ? message : `tool "${tool}": ${message}`;
}
