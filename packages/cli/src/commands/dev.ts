/**
 * `sigil dev`: builds and serves a plugin, and after each save rebuilds it and swaps it in.
 */
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { readConfiguration } from '../configuring/read-configuration.js';
import { UsageError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import type { GlobalOptions } from './common-options.js';
import { formatExamples } from './format-examples.js';
import { addServingOptions, highestPort, readCarrier, readPort, type ServingOptions } from './serving-options.js';

interface DevOptions extends ServingOptions, GlobalOptions {
  readonly mcp?: boolean;
  readonly mcpPort?: number;
}

const examples = [
  ['sigil dev', 'work on the plugin in this folder'],
  ['sigil dev plugins/date --port 4000', 'on another port'],
  ['sigil dev --config settings.json --env-file .env', 'with settings, whose ${NAME} are variables of .env'],
  ['sigil dev --mcp', 'with tools for a coding agent that works on it'],
  ['sigil dev --stdio', 'as the command of a client that starts its servers itself'],
] as const;

export function addDevCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('dev')
    .summary('build and serve a plugin, again after each save')
    .description(
      'Build and serve a plugin, and after each save build it again and swap it in. ' +
        'While the source has an error, the last good version goes on serving.',
    )
    .argument('[dir]', 'plugin folder', '.');
  addServingOptions(command)
    .option(
      '--mcp',
      'serve tools for coding agents too, on 127.0.0.1: diagnostics, schemas, diff, check, calls, failures',
    )
    .addOption(
      new Option('--mcp-port <number>', 'with --mcp: their port (default: the one after --port)').argParser(readPort),
    )
    .addHelpText('after', formatExamples(examples))
    .action(async (dir: string) => {
      const options = command.optsWithGlobals<DevOptions>();
      const carrier = readCarrier(options);
      const agentPort = chooseAgentPort(options);
      const { developPlugin } = await import('../developing/develop-plugin.js');
      const { followConfiguration } = await import('../serving/follow-configuration.js');
      const configuration = await readConfiguration(options.config, terminal);
      const followed = followConfiguration(options, terminal);
      try {
        await developPlugin({ folder: resolve(terminal.cwd, dir), carrier, configuration, agentPort }, terminal);
      } finally {
        followed.close();
      }
    });
}

/**
 * Returns a port that stays the same from start to start, since agents keep the address; any free one beside any free one.
 *
 * @returns `undefined` without `--mcp`
 */
function chooseAgentPort({ mcp = false, mcpPort, port }: DevOptions): number | undefined {
  if (!mcp && mcpPort !== undefined)
    throw new UsageError('--mcp-port means nothing without --mcp: add it, or leave --mcp-port out');
  if (!mcp) return undefined;
  if (mcpPort !== undefined || port === 0) return mcpPort ?? 0;
  if (port === highestPort) throw new UsageError(`--mcp needs --mcp-port: there is no port after ${port}`);
  return port + 1;
}
