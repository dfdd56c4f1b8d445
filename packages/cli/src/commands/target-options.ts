/**
 * The argument and options that `call` and `list` share: the target, and the headers for a URL.
 */
import type { Command } from 'commander';
import { configFlags, configHelp } from '../configuring/read-configuration.js';
import { headerOption } from './common-options.js';

/** The options as commander parses them. */
export interface TargetOptions {
  readonly header?: readonly string[];
  readonly config?: string;
}

export function addTargetArgument(command: Command): Command {
  return command
    .argument('<target>', 'plugin folder, or the http(s) URL of an MCP endpoint')
    .addOption(headerOption())
    .option(configFlags, `${configHelp} (for a folder)`);
}
