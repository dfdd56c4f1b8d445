export { composeSources, type CompositionPart } from './composing/compose-sources.js';
export { changedKinds } from './composing/changed-kinds.js';
export { ReplaceableSource } from './composing/replaceable-source.js';
export type { BootReport, BootStep, ServingGeneration } from './hosting/boot-report.js';
export {
  hostPlugin,
  type HostedPlugin,
  type HostEvent,
  type HostOptions,
  type PluginStatus,
} from './hosting/host-plugin.js';
export { openInlineLink } from './links/inline-link.js';
export type { LinkEvent, LinkKind, LinkLimits, LinkOptions, OpenLink, PluginLink } from './links/plugin-link.js';
export { folderOrigin } from './origins/folder-origin.js';
export type { BuiltPlugin, PluginOrigin, Watch } from './origins/plugin-origin.js';
export { cidOf } from './store/cid.js';
export { contentMissing, openMemoryStore, type ContentStore, type KeptContent } from './store/content-store.js';
