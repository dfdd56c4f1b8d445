/**
 * The entry point for the generator: the parts of a built plugin, for the build that writes it and the host that reads it.
 *
 * A build loads only this module of core: loading the engine would take longer than a small build.
 */
export {
  instructionsOf,
  manifestVersion,
  partsOf,
  type Activation,
  type DiscoveryMode,
  type Framework,
  type Manifest,
  type ManifestClass,
  type ManifestCode,
  type ManifestCompletion,
  type ManifestPart,
  type ManifestPlugin,
  type ManifestPrompt,
  type ManifestResource,
  type ManifestResourceTemplate,
  type ManifestService,
  type ManifestSkill,
  type ManifestSkills,
  type ManifestTool,
  type ManifestView,
  type ManifestViews,
  type MethodRef,
} from './manifest/manifest.js';
export {
  defaultDecodeSteps,
  pluginAbi,
  type ArgumentProblem,
  type ComponentCode,
  type ConstructParts,
  type Decoder,
  type PluginClass,
  type PluginModule,
  type ContentForm,
  type ContentList,
  type ContentTexts,
  type ReturnedKind,
  type StreamKeeping,
} from './manifest/plugin-module.js';
export { cidOf } from './manifest/content-id.js';
export { findDeclaredOrder } from './manifest/declared-order.js';
export type {
  FormerNames,
  Implementation,
  PromptArgument,
  PromptDefinition,
  ListedResource,
  ResourceDefinition,
  ResourceTemplateDefinition,
  SkillDefinition,
  SkillResource,
  ToolDefinition,
} from './model/definitions.js';
export type { PublicationKind } from './model/publication.js';
export {
  declaredViews,
  isForViewsOnly,
  isView,
  viewMetadataOf,
  viewMimeType,
  viewsExtensionId,
} from './model/views.js';
export { canonicalJson } from './model/canonical-json.js';
export { fillVariables, readVariable, variablesIn, type Variables } from './model/fill-variables.js';
export { openSecretFilter, type SecretFilter } from './model/secret-filter.js';
export { encodeUri, hasBrokenEscape, normalizePath, normalizeText, normalizeUri } from './model/normalize-uri.js';
export {
  encodeTemplate,
  normalizeTemplate,
  readTemplate,
  variablesOfTemplate,
  type TemplateExpression,
  type TemplateVariable,
} from './model/uri-template-syntax.js';
export { parseJsonFile } from './model/parse-json-file.js';
export { mediaTypeOfBytes, mediaTypeOfName, unknownBytes } from './model/media-types.js';
export { kindOf } from './model/value-kind.js';
export { suggestNames } from './catalog/nearest-names.js';
export { PluginError, type PluginErrorCode } from './errors/plugin-error.js';
export { readIssues, type Issue } from './errors/read-issues.js';
export { describeThrown, isInstance, readThrown, tameThrown } from './errors/thrown-value.js';
// Authors import these too; exporting them here keeps a build from loading the decorators.
export { isJsonObject } from './model/json.js';
