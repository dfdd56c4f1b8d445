/**
 * Exports the parts for client targets alone, for builds that need neither manifest comparison nor typed clients.
 */
export { checkTargets, type TargetFinding } from './targets/check-targets.js';
export { findRefusedNames } from './targets/find-refused-names.js';
export { toolsForModels, type CheckedTool } from './targets/checked-offer.js';
export { clientTargets, findClientTarget, type ClientTarget } from './targets/client-target.js';
export { rewriteForTargets } from './targets/rewrite-for-targets.js';
export { targetRules } from './targets/target-rules.data.js';
