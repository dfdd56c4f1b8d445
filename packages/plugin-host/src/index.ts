export { composeSources, type CompositionPart } from './composing/compose-sources.js';
export { composeInstructions } from './composing/compose-instructions.js';
export { withToolLimits } from './composing/tool-limits.js';
export { changedKinds, changedLists, writeLists } from './composing/list-changes.js';
export { ReplaceableSource } from './composing/replaceable-source.js';
export type { BootReport, BootStep, LinkCrash, ServingGeneration } from './hosting/boot-report.js';
export type { HostLimits } from './hosting/host-limits.js';
export { hostPlugin } from './hosting/host-plugin.js';
export type { FailurePolicy, HostedPlugin, HostEvent, HostOptions, PluginStatus } from './hosting/hosted-plugin.js';
export { childEnvironment } from './links/child-environment.js';
export { mapStack } from './stacks/map-stack.js';
export type { ActivationState } from './links/lazy-link.js';
export type { LinkEvent, LinkKind, LinkLimits, LinkOptions, OpenLink, PluginLink } from './links/plugin-link.js';
export { contentSource, type PinnedBuild } from './sources/content-source.js';
export { folderSource } from './sources/folder-source.js';
export type { BuiltPlugin, BuildSource, Watch } from './builds/build-source.js';
export { registrySource } from './sources/registry-source.js';
export { PathWatcher, type PathWatcherOptions } from './watching/path-watcher.js';
export { watchContent } from './watching/watch-content.js';
export { pollMsOf, watchPath } from './watching/watch-path.js';
export { withHistory } from './sources/history-source.js';
export { rememberMap } from './store/map-history.js';
export { isCid } from './store/cid.js';
export {
  collectGarbage,
  type CollectedContent,
  type GarbageOptions,
  type GarbageReport,
  type GarbageRoots,
} from './store/collect-garbage.js';
export { contentMissing, openMemoryStore, type ContentStore, type KeptContent } from './store/content-store.js';
export { findImports } from './store/find-imports.js';
export { keepBuild } from './store/keep-build.js';
export { openFileStore } from './store/file-store.js';
export { openHistory, stateStore, type History, type ServedBuild, type ServerHistory } from './store/history.js';
export { readLeases, type FoundLease, type Lease } from './store/lease.js';
export { makeFolder } from '@sigil/files';
export { publishPlugin, type Publication } from './store/publish-plugin.js';
export type { OciCredentials } from './store/oci-client.js';
export { findRegistryProblem, openRegistry, type RegistryOptions } from './store/registry-places.js';
export type { SharedContents } from './store/shared-registry.js';
export { isRemoteRegistry, type Registry } from './store/open-registry.js';
export { rollBackPublication, type PublicationRollback } from './store/roll-back-publication.js';
export { writeAtomically } from './store/atomic-write.js';
export {
  listRegistry,
  readPointer,
  registryStore,
  type PublishedBuild,
  type RegistryEntry,
  type RegistryPointer,
} from './store/registry.js';
export { findServing, rollback, type Rollback } from './store/rollback.js';
