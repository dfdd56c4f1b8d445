export { buildPlugin, readPlugin, watchPlugin } from './build/build-plugin.js';
export type { BuildDurations, BuildOptions, BuildResult } from './build/build-result.js';
export { manifestFile } from './build/open-builder.js';
export {
  openPluginSource,
  type GeneratedModules,
  type PluginSource,
  type SourceReading,
} from './build/open-plugin-source.js';
export type { ToolPlaces } from './build/tool-places.js';
export type { Watch, WatchEvents } from './build/watch-builder.js';
export { compileSource } from './bundle/compile-source.js';
export { insertSchemas, type ChangedSource } from './bundle/insert-schemas.js';
export { adviseVersion, type VersionAdvice, type VersionBump } from './compare/advise-version.js';
export type { ComparableManifest } from './compare/comparable-manifest.js';
export { compareManifests } from './compare/compare-manifests.js';
export {
  changeKinds,
  changeLevels,
  type ChangeKind,
  type ChangeLevel,
  type ManifestChange,
} from './compare/manifest-change.js';
export { codeFile } from './bundle/open-bundler.js';
export type {
  ClientOffer,
  OfferedArgument,
  OfferedPrompt,
  OfferedResource,
  OfferedTemplate,
  OfferedTool,
} from './client-types/client-offer.js';
export { schemaToTypeScript } from './client-types/schema-to-typescript.js';
export { writeClientModule, type ClientOptions } from './client-types/write-client-module.js';
export { writeCodeMode } from './client-types/write-code-mode.js';
export { diagnosticCodes, type DiagnosticCode, type DiagnosticMeaning } from './diagnostics/diagnostic-codes.js';
export {
  countBySeverity,
  formatDiagnostic,
  formatDiagnostics,
  type DiagnosticPart,
  type DiagnosticStyle,
} from './diagnostics/format-diagnostic.js';
export { formatDiagnosticsJson } from './diagnostics/format-diagnostics-json.js';
export { formatDiagnosticsSarif, type SarifOptions } from './diagnostics/format-diagnostics-sarif.js';
export { canonicalJson } from './manifest/canonical-json.js';
export { cidOf } from './manifest/cid.js';
export { describeUndescribed, findUndescribed, type Undescribed } from './manifest/find-undescribed.js';
export { isError, type Diagnostic, type DiagnosticSeverity } from './model/diagnostic.js';
export type { SchemaCall, SourcePlace } from './model/plugin-model.js';
export { checkTargets, type TargetFinding } from './targets/check-targets.js';
export type { CheckedOffer, CheckedTool } from './targets/checked-offer.js';
export { clientTargets, findClientTarget, type ClientTarget } from './targets/client-target.js';
export { rewriteForTargets } from './targets/rewrite-for-targets.js';
export type { RuleSeverity, RuleSource, TargetRule } from './targets/target-rule.js';
export { targetRules, type TargetRuleId } from './targets/target-rules.data.js';
