/**
 * The `config` command as an entry of its own: a server that only serves never loads it.
 */
export { ConfigurationError } from './configuration/configuration-error.js';
export { runConfig, type ConfigSurroundings } from './config-command/run-config.js';
