/**
 * The exports that a build needs; the comparison of manifests and the typed clients are loaded only by their users.
 */
export { buildPlugin, openPluginBuilder, readPlugin } from './build/build-plugin.js';
export { buildModule } from './build/build-module.js';
export type { BuildOptions, BuildResult } from './build/build-result.js';
export { countBySeverity, formatDiagnostics } from './diagnostics/format-diagnostic.js';
export { formatDiagnosticsJson } from './diagnostics/format-diagnostics-json.js';
export { formatDiagnosticsSarif } from './diagnostics/format-diagnostics-sarif.js';
export type { Builder } from './build/open-builder.js';
export type { Diagnostic } from './model/diagnostic.js';
export { readStoryAnnotations, type StoryAnnotation } from './views/story-annotations.js';
