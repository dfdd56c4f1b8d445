export {
  buildPlugin,
  openPluginBuilder,
  readDescribedPlugin,
  readPlugin,
  type DescribedPlugin,
} from './build/build-plugin.js';
export { buildModule, type ModuleResult } from './build/build-module.js';
export type { BuildDurations, BuildOptions, BuildResult } from './build/build-result.js';
export { manifestFile, type Builder } from './build/open-builder.js';
export {
  openPluginSource,
  type GeneratedModules,
  type PluginSource,
  type SourceReading,
} from './build/open-plugin-source.js';
export type { ToolPlaces } from './build/tool-places.js';
export { undescribedDiagnostics } from './build/undescribed-diagnostics.js';
export type { UndescribedProperty } from './build/undescribed-properties.js';
export { compileSource } from './bundle/compile-source.js';
export { insertSchemas, type ChangedSource } from './bundle/insert-schemas.js';
export { codeFile } from './bundle/open-bundler.js';
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
export { isError, type Diagnostic, type DiagnosticSeverity } from './model/diagnostic.js';
export type { SchemaCall } from './model/plugin-model.js';
export type { SourcePlace } from './model/source-place.js';
