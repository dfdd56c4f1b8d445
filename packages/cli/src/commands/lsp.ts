/**
 * `sigil lsp`: serves an editor on standard input and output.
 */
import { Option, type Command } from 'commander';
import { CommandError } from '../failures/command-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { formatExamples } from './format-examples.js';

const examples = [['sigil lsp', 'as the command of a language server in the settings of an editor']] as const;

export function addLspCommand(program: Command, terminal: Terminal): void {
  program
    .command('lsp')
    .summary('serve an editor: diagnostics, schemas, renames')
    .description(
      'Serve the Language Server Protocol on standard input and output. An editor gets the diagnostics of a build while you ' +
        'type, the schema and the tokens of a tool at its decorator, corrections, doc tags, and renames that keep the old name.',
    )
    .addOption(new Option('--stdio', 'accepted, as editors pass it; there is no other transport').hideHelp())
    .addHelpText('after', formatExamples(examples))
    .action(async () => {
      const { serveEditor } = await import('../editing/language-server.js');
      const exitCode = await serveEditor(terminal);
      if (exitCode !== 0) throw new CommandError('the editor ended without shutting the language server down');
    });
}
