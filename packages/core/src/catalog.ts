/**
 * The entry point for hosts: catalogs, and the functions that make one from a built plugin.
 */
export {
  structuredJsonOf,
  type BadArguments,
  type Catalog,
  type CatalogHold,
  type CatalogHolder,
  type CatalogSource,
  type CompletionQuestion,
  type ComponentHome,
  type ComponentKind,
  type Components,
  type ExtensionMessage,
  type ExtensionNotifier,
  type ExtensionResult,
  type ExtensionServer,
  type FormerTool,
  type FoundResource,
  type OfferedValues,
  type PromptResult,
  type PublishedExtension,
  type PublishedPrompt,
  type PublishedResource,
  type PublishedResourceTemplate,
  type SkillFolder,
  type UnlistedResources,
  type PublishedTool,
  type ResourceResult,
  type ToolLimits,
  type ToolResult,
  type WireMembers,
} from './catalog/catalog.js';
export { buildPluginCatalog, type PluginFiles } from './catalog/plugin-catalog.js';
export { Announcements } from './catalog/announcements.js';
export { bindSkills } from './catalog/bind-skills.js';
export { bindViews } from './catalog/bind-views.js';
export { fileNameIn, isListed, skillsOf, withoutFolder } from './catalog/skills.js';
export { showsViews } from './model/views.js';
export { withViewHomes } from './catalog/view-homes.js';
export { changeViewLinks, viewLinksIn, withViewLinks, withViewMembers } from './catalog/view-links.js';
export { ComponentHeads } from './catalog/component-heads.js';
export { bindPlugin, type BindOptions, type BoundPlugin } from './catalog/bind-plugin.js';
export type { CarriedState, CarryFailure } from './catalog/carry-state.js';
export { completeFixed } from './catalog/bind-completions.js';
export { buildCatalog, fixedSource } from './catalog/build-catalog.js';
export { checkConfiguration } from './catalog/configure-classes.js';
export { findSecrets } from './catalog/find-secrets.js';
export { partsOfInstructions, writeInstructions, type InstructionPart } from './catalog/instructions.js';
export { derive, originalOf } from './catalog/derive.js';
export { Listeners } from './catalog/listeners.js';
export { mapContents } from './catalog/map-contents.js';
export { mapSource } from './catalog/map-source.js';
export { refuseApplication } from './catalog/refuse-application.js';
export { readMirroredParameters } from './catalog/mirrored-parameters.js';
export { carrierOf } from './catalog/read-return.js';
export type { AbortSource } from './model/abort-source.js';
export type {
  CallSession,
  ClientFacts,
  RelayedAskOptions,
  StreamCarrier,
  StreamDelivery,
} from './catalog/stream-carrier.js';
export { parseUriTemplate, readUriForm } from './catalog/uri-template.js';
export { InputRequired } from './asking/round-trips.js';
export { writeStepValue } from './asking/step-value.js';
export { callerCatalog } from './calls/caller-catalog.js';
export { mayUse, requireScopes } from './calls/require-scopes.js';
export { isLogged, isLogLevel } from './calls/log-messages.js';
export { missingOf } from './asking/missing-capabilities.js';
export { publicationsOf } from './decorators/publication.js';
export { makeRecordingDecorators } from './decorators/recording-decorators.js';
export { traceContextIn, type SpanOptions, type SpanWork, type TraceContext, type TraceSpan } from './model/trace.js';
export { RelayedError } from './errors/relayed-error.js';
export { jsonUriOf, suggestionsOf } from './errors/tool-error.js';
export { withFileNames } from './errors/path-filter.js';
export { readManifest } from './manifest/read-manifest.js';
export type { RunningEvent } from './model/stream-event.js';
