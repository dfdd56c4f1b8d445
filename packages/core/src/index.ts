/**
 * The entry point for authors: the names that the sources of a plugin import.
 */
export { Complete } from './decorators/complete.js';
export { Tool, type ToolOptions } from './decorators/tool.js';
export { Resource, type ResourceOptions } from './decorators/resource.js';
export { Prompt, type PromptOptions } from './decorators/prompt.js';
export { Namespace, type ClassMarker } from './decorators/namespace.js';
export { View, type ViewOptions } from './decorators/view.js';
export type { MethodMarker } from './decorators/publication.js';
export type { Announcer, Context, StepOptions, TaskTerms } from './model/context.js';
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
export {
  audio,
  file,
  image,
  link,
  type Bytes,
  type ContentOptions,
  type FileOptions,
  type LinkOptions,
  type MediaOptions,
} from './model/content-helpers.js';
export { schemaOf, type SchemaOf } from './model/schema-of.js';
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
export type { CacheHint, Icon, TaskSupport, ToolAnnotations } from './model/definitions.js';
export type { ToolVisibility, ViewCsp, ViewMetadata, ViewPermission, ViewPermissions } from './model/view-metadata.js';
export type { ErrorKind } from './errors/error-kinds.js';
export { McpError } from './errors/mcp-error.js';
export { isToolError, ToolError, type ToolErrorOptions } from './errors/tool-error.js';
export { nearestNames } from './catalog/nearest-names.js';
