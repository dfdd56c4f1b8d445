/**
 * `sigil inspect`: shows how a plugin started, step by step, or how the plugins of a running server did.
 */
import type { Command } from 'commander';
import { configFlags, configHelp } from '../configuring/read-configuration.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption, headerOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface InspectFlags {
  readonly header?: readonly string[];
  readonly config?: string;
  readonly format: 'text' | 'json';
}

const examples = [
  ['sigil inspect', 'bring the plugin in this folder up, and tell how long each step took'],
  ['sigil inspect http://127.0.0.1:3000', 'how the plugins of a running server came up'],
  ['sigil inspect http://127.0.0.1:3000 --format json', 'the same for a program'],
] as const;

export function addInspectCommand(program: Command, terminal: Terminal): void {
  program
    .command('inspect')
    .summary('tell how a plugin came up')
    .description(
      'Bring a plugin up and tell how each step went; of a running server, tell how its plugins came up. Ends with 1 when ' +
        'one does not serve its newest build.',
    )
    .argument('[target]', 'plugin folder, or an http(s) URL of a Sigil server', '.')
    .addOption(headerOption())
    .option(configFlags, `${configHelp} (for a folder)`)
    .addOption(formatOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (name: string, { header = [], config, format }: InspectFlags) => {
      const { inspectTarget } = await import('../inspecting/inspect-target.js');
      await inspectTarget({ name, headers: header, configFile: config, format }, terminal);
    });
}
