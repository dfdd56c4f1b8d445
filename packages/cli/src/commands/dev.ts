/**
 * `sigil dev`: builds and serves a plugin, and after each save rebuilds it and swaps it in.
 */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { readConfiguration } from '../configuring/read-configuration.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';
import { addServingOptions, readCarrier, type ServingOptions } from './serving-options.js';

const examples = [
  ['sigil dev', 'work on the plugin in this folder'],
  ['sigil dev plugins/date --port 4000', 'on another port'],
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
    .addHelpText('after', formatExamples(examples))
    .action(async (dir: string, options: ServingOptions) => {
      const carrier = readCarrier(options);
      const { developPlugin } = await import('../serving/develop-plugin.js');
      const { followConfiguration } = await import('../serving/follow-configuration.js');
      const configuration = await readConfiguration(options.config, terminal);
      const followed = followConfiguration(options.config, terminal);
      try {
        await developPlugin({ folder: resolve(terminal.cwd, dir), carrier, configuration }, terminal);
      } finally {
        followed.close();
      }
    });
}
