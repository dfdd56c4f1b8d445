/**
 * The public exports of the server.
 */
export { defineConfig, type ConfigurationFile, type PluginConfiguration } from './configuration/configuration-file.js';
export { ConfigurationError } from './configuration/configuration-error.js';
export {
  environmentKeys,
  readConfiguration,
  type Configuration,
  type RawConfiguration,
} from './configuration/configuration.js';
export type { OwnExtending } from './extending/open-extending.js';
export { openServerLog, type ServerLog } from './log/server-log.js';
export type { ShownServer } from './mounts/mount.js';
export { RequiredPluginError } from './running/require-plugins.js';
export { openServer, type ServerOptions } from './running/open-server.js';
export type { RunningServer } from './running/running-server.js';
