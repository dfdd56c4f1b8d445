/**
 * The `config` command as a separate entry, so that a server which only serves never loads it.
 */
export { ConfigurationError } from './configuration/configuration-error.js';
export { runConfig } from './config-command/run-config.js';
