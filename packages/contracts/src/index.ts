export { describeInline } from './client-types/describe-schema.js';
export { schemaToTypeScript } from './client-types/schema-to-typescript.js';
export type {
  ClientOffer,
  OfferedPrompt,
  OfferedResource,
  OfferedTemplate,
  OfferedTool,
} from './client-types/client-offer.js';
export { writeClientModule } from './client-types/write-client-module.js';
export { writeCodeMode } from './client-types/write-code-mode.js';
export { writeViewTools, type ViewedTool } from './client-types/write-view-tools.js';
export { adviseVersion, type VersionAdvice } from './compare/advise-version.js';
export type { ComparableManifest } from './compare/comparable-manifest.js';
export { compareManifests } from './compare/compare-manifests.js';
export { changeLevels, type ChangeLevel, type ManifestChange } from './compare/changes/manifest-change.js';
