export { openShellCommand, type ShellOptions } from './shell/open-shell-command.js';
export { ShellConfigurationError } from './shell/shell-configuration.js';
