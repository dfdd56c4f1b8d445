export { missingOf } from './asking/missing-capabilities.js';
export { buildCallerCheck, type CallerHeaders, type CallerProblem, type CallerRules } from './callers/check-caller.js';
export { Budget } from './callers/budget.js';
export { Clients, type Client, type ClientConnection } from './callers/clients.js';
export { describeFull, isShareOf } from './callers/describe-full.js';
export { defaultSharedLimits, type SharedLimits } from './callers/shared-limits.js';
export { Complete } from './decorators/complete.js';
export { Tool, type ToolOptions } from './decorators/tool.js';
export { Resource, type ResourceOptions } from './decorators/resource.js';
export { Prompt, type PromptOptions } from './decorators/prompt.js';
export { Namespace, type ClassMarker } from './decorators/namespace.js';
export { publicationsOf, recordPublications, withoutRecording, type MethodMarker } from './decorators/publication.js';
export type { Announcer, Context, StepOptions, TaskTerms } from './model/context.js';
export type { PublicationKind, RecordedPublication } from './model/publication.js';
export type {
  AskOptions,
  BooleanField,
  EnumField,
  FormAnswer,
  FormContent,
  FormField,
  FormSchema,
  Incapable,
  LogLevel,
  MultiEnumField,
  NumberField,
  Root,
  RootsAnswer,
  SamplingAnswer,
  SamplingContent,
  SamplingMessage,
  SamplingQuestion,
  StringField,
  TitledEnumField,
  UrlAnswer,
} from './model/asking.js';
export { isJsonObject, type JsonObject, type JsonValue } from './model/json.js';
export type {
  CompleteEvent,
  ContentEvent,
  ErrorEvent,
  LogEvent,
  ProgressEvent,
  RunningEvent,
  StartEvent,
  StreamEvent,
  ToolUseEvent,
} from './model/stream-event.js';
export {
  content,
  error,
  log,
  progress,
  toolUse,
  type YieldedContent,
  type YieldedError,
  type YieldedEvent,
  type YieldedLog,
  type YieldedProgress,
  type YieldedToolUse,
} from './model/yielded-events.js';
export { schemaOf } from './model/schema-of.js';
export type {
  Annotations,
  AudioContent,
  BlobResourceContents,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  PromptMessage,
  ResourceContents,
  ResourceLink,
  Role,
  TextContent,
  TextResourceContents,
} from './model/content.js';
export type {
  CacheHint,
  FormerNames,
  Icon,
  Implementation,
  PromptArgument,
  PromptDefinition,
  ResourceDefinition,
  ResourceTemplateDefinition,
  TaskSupport,
  ToolAnnotations,
  ToolDefinition,
} from './model/definitions.js';
export type { ErrorKind } from './errors/error-kinds.js';
export { McpError } from './errors/mcp-error.js';
export { PluginError, type PluginErrorCode } from './errors/plugin-error.js';
export { isToolError, suggestionsOf, ToolError, type ToolErrorOptions } from './errors/tool-error.js';
export { withFileNames, withoutPaths } from './errors/without-paths.js';
export { describeThrown, isInstance, readThrown, tameThrown, type DescribeOptions } from './errors/thrown.js';
export {
  manifestVersion,
  type Activation,
  type Manifest,
  type ManifestClass,
  type ManifestCode,
  type ManifestCompletion,
  type ManifestPlugin,
  type ManifestPrompt,
  type ManifestResource,
  type ManifestResourceTemplate,
  type ManifestTool,
  type MethodRef,
} from './manifest/manifest.js';
export {
  defaultDecodeSteps,
  pluginAbi,
  type ArgumentProblem,
  type ComponentCode,
  type ConfigurationDecoder,
  type Decoder,
  type Encoder,
  type PluginClass,
  type PluginModule,
  type StreamCode,
} from './manifest/plugin-module.js';
export type {
  BadArguments,
  Catalog,
  CatalogHold,
  CatalogHolder,
  CatalogSource,
  Completable,
  CompletionQuestion,
  ComponentKind,
  Components,
  FormerTool,
  FoundResource,
  PinnedCatalog,
  PromptResult,
  PublishedPrompt,
  PublishedResource,
  PublishedResourceTemplate,
  PublishedTool,
  ResourceResult,
  ToolLimits,
  ToolResult,
} from './catalog/catalog.js';
export { EventLoopYield } from './catalog/event-loop-yield.js';
export { carrierOf, type StreamCarrier, type StreamDelivery } from './catalog/stream-carrier.js';
export { bindPlugin, type BindOptions, type BoundPlugin } from './catalog/bind-plugin.js';
export { checkConfiguration } from './catalog/configure-classes.js';
export { completeFixed } from './catalog/bind-completions.js';
export { buildCatalog, fixedSource } from './catalog/build-catalog.js';
export { lookAt, pinOnly } from './catalog/look-at.js';
export { nearestNames, suggestNames } from './catalog/nearest-names.js';
export { parseUriTemplate, type UriTemplate } from './catalog/uri-template.js';
export { writeContentId } from './manifest/content-id.js';
export { findDeclaredOrder, type DeclaredOrder } from './manifest/declared-order.js';
export { readManifest } from './manifest/read-manifest.js';
export { openConversation, type Conversation } from './engine/conversation.js';
export { createEngine } from './engine/create-engine.js';
export type { Engine, EngineOptions, Exchange, ExchangeFollower, Fault, Session, Streams } from './engine/engine.js';
export type {
  BatchIncoming,
  Envelope,
  Incoming,
  LegacyIncoming,
  HeaderClaims,
  ModernIncoming,
  RefusedIncoming,
} from './engine/incoming.js';
export type { EncodedMessage, Outgoing, Outlet } from './engine/outlet.js';
export { findRequestIds } from './json-rpc/find-request-ids.js';
export type { PeerMessage, PeerNotification, PeerRequest, PeerResponse, RequestId } from './json-rpc/read-message.js';
export type { StreamReader } from './calls/event-sequence.js';
export type { StreamRequest } from './engine/stream-tool.js';
export {
  defaultNativeLimits,
  openNativeConversation,
  type NativeConversation,
  type NativeLimits,
} from './streaming/native-view.js';
export { defaultLimits, type OperationLimits } from './calls/limits.js';
export type { ErrorDisclosure, KeepLargeResult, LargeResult } from './calls/call.js';
export { openMemoryTaskStore } from './tasks/memory-task-store.js';
export type { Task, TaskOutcome, TaskStatus } from './tasks/task.js';
export type { TaskCaps, TaskPlace, TaskStore } from './tasks/task-store.js';
export {
  assumedHttpRevision,
  findRevision,
  modernDates,
  namesModernEra,
  revisions,
} from './revisions/choose-revision.js';
export type { Revision } from './revisions/revision.js';
