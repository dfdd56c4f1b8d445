export { buildPlugin, readPlugin, watchPlugin } from './build/build-plugin.js';
export type { BuildDurations, BuildResult } from './build/build-result.js';
export { manifestFile } from './build/open-builder.js';
export type { Watch, WatchEvents } from './build/watch-builder.js';
export { codeFile } from './bundle/open-bundler.js';
export { diagnosticCodes, type DiagnosticCode, type DiagnosticMeaning } from './diagnostics/diagnostic-codes.js';
export {
  formatDiagnostic,
  formatDiagnostics,
  type DiagnosticPart,
  type DiagnosticStyle,
} from './diagnostics/format-diagnostic.js';
export { canonicalJson } from './manifest/canonical-json.js';
export { cidOf } from './manifest/cid.js';
export type { Diagnostic } from './model/diagnostic.js';
