/**
 * The server of one hosted plugin as a separate entry: without the configuration of servers it is a tenth of the size.
 */
export { openPluginServer, type PluginServerParts, type PluginServerSettings } from './running/open-plugin-server.js';
export { StdioClient } from './remotes/stdio-client.js';
export type { DiscoveryMode } from '@sigil/core/building';
export type { BuildChange } from './pages/build-change.js';
export type { RecordedStories, RecordedStory } from './views/recorded-story.js';
export type { Membership } from './workers/membership.js';
export type { ServingLog } from './log/server-log.js';
