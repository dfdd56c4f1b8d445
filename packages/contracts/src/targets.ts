/**
 * Exports the parts for client targets alone, for builds that need neither manifest comparison nor typed clients.
 */
export { checkTargets, type TargetFinding } from './targets/check-targets.js';
export { findRefusedNames, type RefusedName } from './targets/find-refused-names.js';
export { toolsForModels, type CheckedOffer, type CheckedTool } from './targets/checked-offer.js';
export { clientTargets, findClientTarget, type ClientTarget } from './targets/client-target.js';
export { rewriteForTargets } from './targets/rewrite-for-targets.js';
export type { RuleSeverity, RuleSource, TargetRule } from './targets/target-rule.js';
export { targetRules, type TargetRuleId } from './targets/target-rules.data.js';
