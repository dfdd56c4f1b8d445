/**
 * The `config` command as an entry of its own: a server that only serves never loads it.
 */
export { runConfig, type ConfigSurroundings } from './config-command/run-config.js';
