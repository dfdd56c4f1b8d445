/**
 * `sigil pins`: shows how upstream servers differ from their approved state, and approves it.
 */
import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.js';
import { formatOption } from './common-options.js';
import { formatExamples } from './format-examples.js';

interface PinsOptions {
  readonly approve?: boolean;
  readonly file: string;
  readonly format: 'text' | 'json';
}

const examples = [
  ['sigil pins', 'what was approved, and what waits for approval'],
  ['sigil pins files', 'how the server "files" differs from what was approved'],
  ['sigil pins files --approve', 'offer what it offers now'],
] as const;

export function addPinsCommand(program: Command, terminal: Terminal): void {
  program
    .command('pins')
    .summary('show and approve how upstream servers changed')
    .description(
      'Show how remote servers with "pins" differ from what was approved of them, and approve it. A running server notices ' +
        'an approval within a second or two.',
    )
    .argument('[servers...]', 'only these servers')
    .option('--approve', 'approve what these servers offer now; without names, what all do')
    .option('--file <path>', 'the file of pins', 'mcps.lock.json')
    .addOption(formatOption())
    .addHelpText('after', formatExamples(examples))
    .action(async (servers: readonly string[], options: PinsOptions, command: Command) => {
      const { showPins } = await import('../pinning/show-pins.js');
      const isFileNamed = command.getOptionValueSource('file') === 'cli';
      await showPins({ servers, ...options, isFileNamed }, terminal);
    });
}
