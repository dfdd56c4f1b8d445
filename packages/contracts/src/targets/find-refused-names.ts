/**
 * Finds the tools whose names clients refuse: the part of a check that every build can afford and every author wants to know.
 */
import { checkTargets, type TargetFinding } from './check-targets.js';
import type { CheckedOffer } from './checked-offer.js';
import type { ClientTarget } from './client-target.js';
import { nameChecks } from './check-names.js';
import { targetRules, type TargetRuleId } from './target-rules.data.js';

/** A tool whose name some clients refuse. */
export interface RefusedName {
  readonly tool: string;
  /** The first rule that the name breaks. */
  readonly rule: TargetRuleId;
  readonly targets: readonly ClientTarget[];
  readonly message: string;
  /** The replacement to write. */
  readonly fix: string;
}

const rules = (Object.keys(nameChecks) as (keyof typeof nameChecks)[]).filter(
  (id) => /\/(?:prefixed-|tool-)name-/.test(id) && targetRules[id].severity === 'error',
);

/** Returns one finding for each tool, in the order of the tools. */
export function findRefusedNames(offer: CheckedOffer, targets: readonly ClientTarget[]): RefusedName[] {
  const findings = checkTargets(offer, targets, rules);
  return offer.tools.flatMap(({ name }) => {
    const [first, ...others] = findings.filter(({ tool }) => tool === name);
    return first ? [refused(name, first, others)] : [];
  });
}

function refused(tool: string, first: TargetFinding, others: readonly TargetFinding[]): RefusedName {
  const { rule, fix } = first;
  const targets = [...new Set([first, ...others].flatMap((finding) => finding.targets))];
  return { tool, rule, targets, fix, message: `${first.message}: refused by ${targets.join(', ')}` };
}
